// The unit, API and adapter tests: one project per workspace, the API's with a PostgreSQL of its own.
import { defineConfig } from 'vitest/config'

function project(name: string, folder: string, globalSetup: string[] = []) {
  return {
    extends: true as const,
    test: {
      name,
      include: [`${folder}/**/*.test.{ts,tsx}`],
      globalSetup,
    },
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Generous: tests that move the clock by days work off everything that comes due meanwhile.
    testTimeout: 60_000,
    hookTimeout: 60_000,
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
