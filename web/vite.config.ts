// How the web app is built: a nonce mark for the server to fill, no inlined assets, one chunk per route.
import { createHash } from 'node:crypto'
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

const framePages =
  /web[\\/]src[\\/](app|home|common)[\\/](shell|bottom-bar|person-menu|open-menu|log-out-dialog|idle-dialog|update-dialog|dialog-box|toasts|home-page)\.tsx$/

/** Tells the service worker which files make up the frame: what the page itself and the parts above load. */
const listFrameFiles: Plugin = {
  name: 'list-frame-files',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      const found = new Set<string>()
      const add = (file: string) => {
        const chunk = bundle[file]
        if (chunk?.type !== 'chunk' || found.has(file)) return
        found.add(file)
        for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
        for (const imported of chunk.imports) add(imported)
      }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.fileName === 'service-worker.js') continue
        if (chunk.isEntry || framePages.test(chunk.facadeModuleId ?? '')) add(chunk.fileName)
      }
      for (const file of Object.keys(bundle)) if (file.endsWith('.woff2')) found.add(file)
      const files = JSON.stringify([...found].map(file => `/${file}`).sort())
      const worker = bundle['service-worker.js']
      if (worker?.type !== 'chunk') throw new Error('The service worker was not built')
      const buildId = createHash('sha256').update(files).digest('hex').slice(0, 12)
      worker.code = worker.code
        .replace('__FRAME_FILES__', files)
        .replace('__BUILD_ID__', JSON.stringify(buildId))
    },
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
  plugins: [react(), preloadFonts, listFrameFiles, compressFiles],
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
    rolldownOptions: {
      input: { index: 'index.html', 'service-worker': 'src/service-worker.ts' },
      output: {
        codeSplitting: { groups: sharedChunks },
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/app': { target: api, ws: true } },
  },
})
