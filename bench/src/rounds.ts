// Our work and its reference, turn by turn in the same minutes, so that whatever else the machine does meets both.
import { say } from './report.ts'

export const ROUNDS = 5

export type Measured = { ours: number[]; reference: number[] }

export async function inTurn(
  name: string,
  reference: () => number | Promise<number>,
  ours: () => number | Promise<number>,
): Promise<Measured> {
  const measured: Measured = { ours: [], reference: [] }
  for (let round = 1; round <= ROUNDS; round += 1) {
    const other = await reference()
    const own = await ours()
    measured.reference.push(other)
    measured.ours.push(own)
    say(`${name} round ${round}: ${own.toPrecision(4)} to ${other.toPrecision(4)}`)
  }
  return measured
}
