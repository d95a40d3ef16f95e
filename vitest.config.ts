// The unit, API and adapter tests: one project per workspace, the API's with a PostgreSQL of its own.
import { defineConfig } from 'vitest/config'

/** Those whose tests replace parts of the browser, or start and kill processes: each file has one to itself. */
const alone = ['web', 'ui', 'scripts', 'bench']

/** All other files share a process with what it has loaded: loading it anew for each took a third of the time. */
function project(name: string, folder: string, globalSetup: string[] = []) {
  return {
    extends: true as const,
    test: {
      name,
      include: [`${folder}/**/*.test.{ts,tsx}`],
      globalSetup,
      isolate: alone.includes(name),
    },
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Generous: tests that move the clock by days work off everything that comes due meanwhile, on machines that do
    // other things beside. None of it is a promise: those are asserted.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      project('core', 'core'),
      project('contract', 'contract'),
      project('providers', 'providers'),
      project('sandbox', 'sandbox'),
      project('api', 'api', ['scripts/vitest-postgres.ts']),
      project('web', 'web'),
      project('ui', 'ui'),
      project('scripts', 'scripts'),
      project('bench', 'bench'),
    ],
  },
})
