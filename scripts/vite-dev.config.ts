// The web app's own Vite configuration, served with hot reload on the public port by `npm run dev`.
import webConfig from '../web/vite.config.ts'

// Vite stays up when its parent is killed; the ipc channel tells.
process.on('disconnect', () => process.exit())

export default {
  ...webConfig,
  server: { ...webConfig.server, port: Number(process.env['PORT']), strictPort: true },
}
