// What a benchmark says: one JSON line per figure, a ratio to a reference measured in the same rounds.
import { cpus, totalmem } from 'node:os'

export type Figure = {
  name: string
  /** Median of the per-round ratios. */
  ratio: number
  min: number
  max: number
  rounds: number
  floor?: number
  goal?: number
  /** For figures where less is better. */
  atMost?: boolean
  ok: boolean
  [detail: string]: unknown
}

export type Bounds = { floor: number; goal: number; atMost?: boolean }

export const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'cpu'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}

const short = (value: number): number => Number(value.toPrecision(4))

/** `ours` and `reference` were measured round by round, one after the other. */
export function compared(
  name: string,
  ours: readonly number[],
  reference: readonly number[],
  { floor, goal, atMost = false }: Bounds,
  details: Record<string, unknown> = {},
): Figure {
  const ratios = ours.map((value, round) => value / (reference[round] ?? Number.NaN))
  const ratio = median(ratios)
  return {
    name,
    ratio: short(ratio),
    min: short(Math.min(...ratios)),
    max: short(Math.max(...ratios)),
    rounds: ratios.length,
    floor,
    goal,
    ...(atMost && { atMost }),
    ok: atMost ? ratio <= floor : ratio >= floor,
    ours: short(median(ours)),
    reference: short(median(reference)),
    ...details,
  }
}

/** A figure without a reference: a size, a time. */
export function measured(
  name: string,
  values: readonly number[],
  { floor, goal }: Bounds,
  details: Record<string, unknown> = {},
): Figure {
  const value = median(values)
  return {
    name,
    ratio: short(value),
    min: short(Math.min(...values)),
    max: short(Math.max(...values)),
    rounds: values.length,
    floor,
    goal,
    atMost: true,
    ok: value <= floor,
    ...details,
  }
}

export function print(figure: Figure): void {
  console.log(JSON.stringify({ ...figure, machine }))
}

export const say = (text: string): void => console.error(text)
