// What a person sees while the world starts: one line per step, with the seconds since the beginning.

export type Progress = {
  readonly say: (text: string) => void
  /** Says the label at the end of the work, and once more on the way when the work takes long. */
  readonly step: <Result>(label: string, work: () => Promise<Result>) => Promise<Result>
}

const patienceMs = 3000

export function createProgress(write: (line: string) => void = console.log): Progress {
  const started = performance.now()
  const elapsed = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
  const say = (text: string) => write(`${elapsed(started).padStart(8)}  ${text}`)
  return {
    say,
    async step(label, work) {
      const begun = performance.now()
      const reminder = setInterval(() => say(`${label} … (${elapsed(begun)} so far)`), patienceMs)
      try {
        const result = await work()
        say(`${label} ✓`)
        return result
      } catch (error) {
        say(`${label} ✗`)
        throw error
      } finally {
        clearInterval(reminder)
      }
    },
  }
}
