// The files that wait at the bank to be fetched, oldest first.
import type { World } from '../world/world.ts'

export type BankFile = { id: string; type: string; iban: string; xml: string; created_at: number }

const columns = 'id, type, iban, xml, created_at'
const pageSize = 1_000

/** `since` is the id of the last file that was seen, or a time; a time includes its own moment. */
export function listFiles({ store }: World, since: string | undefined): BankFile[] {
  if (since?.startsWith('stm_'))
    return store.all<BankFile>(
      `select ${columns} from bank_files
       where number > (select number from bank_files where id = ?) order by number limit ?`,
      since,
      pageSize,
    )
  const moment = since === undefined ? 0 : Date.parse(since)
  return store.all<BankFile>(
    `select ${columns} from bank_files where created_at >= ? order by number limit ?`,
    Number.isNaN(moment) ? 0 : moment,
    pageSize,
  )
}

export function findFile({ store }: World, id: string): BankFile | undefined {
  return store.get<BankFile>(`select ${columns} from bank_files where id = ?`, id)
}

export function latestFiles({ store }: World, limit: number): BankFile[] {
  return store.all<BankFile>(`select ${columns} from bank_files order by number desc limit ?`, limit)
}
