// Forgets everything that happened and begins again. Time stays where it is: it never goes back.
import type { World } from './world.ts'

export function resetWorld(world: World) {
  const { store, faults, beginnings } = world
  faults.clear()
  store.transaction(() => {
    const tables = store.all<{ name: string }>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'memory'`,
    )
    for (const { name } of tables) store.run(`delete from "${name}"`)
    store.run(`delete from memory where key <> 'clock_offset'`)
    for (const begin of beginnings) begin()
  })
}
