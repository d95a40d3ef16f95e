// What a signed-in read costs over the bare server: the balance with its session and its user, next to a hello that
// asks nothing.

import { freePort } from '../../scripts/ports.ts'
import { getMany } from './load.ts'
import { compared, type Figure, median } from './report.ts'
import { inTurn } from './rounds.ts'
import { addCustomers, openStage, untilAnswers } from './stage.ts'

const CONNECTIONS = 32
const SECONDS = 5

export async function benchRead(): Promise<Figure[]> {
  const stage = await openStage()
  try {
    const customers = await addCustomers(stage.owner, 500)
    const port = await freePort()
    stage.program('api/src/server.ts', { PORT: String(port) })
    const url = `http://127.0.0.1:${port}`
    await untilAnswers(`${url}/api/v1/live`)
    const tokens = customers.map(({ token }) => token)
    const p99: number[] = []
    let failed = 0
    const get = async (path: string, as: readonly string[]) => {
      const load = await getMany(url, path, as, CONNECTIONS, SECONDS)
      failed += load.failed
      p99.push(load.p99)
      return load.perSecond
    }
    const hello = () => get('/api/v1/live', [])
    const balance = () => get('/api/v1/auth/current', tokens)
    await hello()
    await balance()
    p99.length = 0
    const { ours, reference } = await inTurn('read', hello, balance)
    const details = { connections: CONNECTIONS, failed, p99_ms: median(p99.filter((_, i) => i % 2 === 1)) }
    const figure = compared('read', ours, reference, { floor: 0.15, goal: 0.3 }, details)
    return [{ ...figure, ok: figure.ok && failed === 0 }]
  } finally {
    await stage.close()
  }
}
