// How the web app is built: a nonce mark for the server to fill, no inlined assets, one chunk per route.
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCallback } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const gzip = promisify(gzipCallback)
const brotli = promisify(brotliCompress)

const flagIcons = join(dirname(fileURLToPath(import.meta.resolve('country-flag-icons/package.json'))), '3x2')
const api = process.env['API_URL'] ?? 'http://localhost:3000'
const version = process.env['APP_VERSION'] ?? process.env['npm_package_version'] ?? '0.1.0'

/** The two font files start to load with the page instead of after the style sheet. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter(file => file.endsWith('.woff2'))
        .map(file => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          injectTo: 'head',
        })),
  },
}

const isText = (file: string): boolean => /\.(js|css|svg)$/.test(file)

/** Compressed once here, as small as it gets, so that no request pays for it. */
const compressFiles: Plugin = {
  name: 'compress-files',
  writeBundle: async ({ dir = '' }, bundle) => {
    await Promise.all(
      Object.keys(bundle)
        .filter(isText)
        .map(async file => {
          const path = join(dir, file)
          const bytes = await readFile(path)
          await writeFile(`${path}.gz`, await gzip(bytes, { level: constants.Z_BEST_COMPRESSION }))
          await writeFile(`${path}.br`, await brotli(bytes))
        }),
    )
  },
}

/** What the first screen always needs travels in three files instead of thirty; the rest follows the routes. */
const sharedChunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store)[\\/]/ },
  {
    name: 'frame',
    test: /node_modules[\\/](@tanstack[\\/](router-core|react-router|history|store|react-store)|i18next|react-i18next)[\\/]/,
  },
  {
    name: 'controls',
    test: /@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](Input|InputBase|Button|ActionIcon|Loader|UnstyledButton|Transition|Alert|CloseButton|NativeSelect))[\\/]/,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts, compressFiles],
  resolve: { alias: { 'flag-icons': flagIcons } },
  html: { cspNonce: '__CSP_NONCE__' },
  define: {
    __APP_VERSION__: JSON.stringify(version),
    __CLIENT_KEY__: JSON.stringify(process.env['CLIENT_KEY'] ?? 'jokko-web'),
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    cssMinify: 'lightningcss',
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } },
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/app': { target: api, ws: true } },
  },
})
