// The sandbox as a process: configured by its environment, ended by SIGINT, SIGTERM or the loss of its parent.
import { startSandbox } from './sandbox.ts'
import { readSettings } from './settings.ts'

const sandbox = await startSandbox(readSettings(process.env))
console.log(`sandbox listening on ${sandbox.url}, mail on port ${sandbox.smtpPort}`)
process.send?.({ ready: sandbox.url })

let ending = false
const end = async () => {
  if (ending) return
  ending = true
  await sandbox.close()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const)
  process.on(signal, () => {
    end().catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
  })
