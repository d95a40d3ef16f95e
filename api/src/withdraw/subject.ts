// What is priced when a balance is withdrawn: no way to pay in, only a route out.
import type { Subject } from '../quotes/quoting.ts'
import type { CountryRow, RouteRow } from '../reference/store.ts'

export const withdrawalBy = (country: CountryRow, route: RouteRow): Subject => ({
  kind: 'withdrawal',
  sending: country,
  receiving: country,
  route,
})
