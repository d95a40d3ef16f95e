// What will happen later in the world: rows with a due time, each handled once, in order, in its own transaction.
import type { WorldClock } from './clock.ts'
import type { Store } from './store.ts'

export type AgendaHandler = (subject: string) => void

export type Agenda = {
  /** Says what an appointment of this kind does; each kind has one handler. */
  on(kind: string, handler: AgendaHandler): void
  plan(kind: string, subject: string, dueAt: number): void
  isPlanned(kind: string, subject: string): boolean
  cancel(kind: string, subject: string): void
  nextDue(): number | undefined
  /** Handles all that is due; a handler may plan more, which is handled too when it is due already. */
  handleDue(): void
}

type Appointment = { id: number; kind: string; subject: string }

export function openAgenda(store: Store, clock: WorldClock, report: (error: unknown) => void): Agenda {
  const handlers = new Map<string, AgendaHandler>()
  const handle = ({ id, kind, subject }: Appointment) => {
    const handler = handlers.get(kind)
    if (!handler) throw new Error(`nothing handles "${kind}"`)
    store.transaction(() => {
      store.run('delete from agenda where id = ?', id)
      handler(subject)
    })
  }
  const nextAppointment = () =>
    store.get<Appointment>(
      'select id, kind, subject from agenda where due_at <= ? order by due_at, id limit 1',
      clock.now(),
    )
  return {
    on: (kind, handler) => handlers.set(kind, handler),
    plan: (kind, subject, dueAt) =>
      store.run(
        'insert into agenda (due_at, kind, subject) values (?, ?, ?)',
        Math.ceil(dueAt),
        kind,
        subject,
      ),
    isPlanned: (kind, subject) =>
      store.get('select 1 from agenda where kind = ? and subject = ? limit 1', kind, subject) !== undefined,
    cancel: (kind, subject) => store.run('delete from agenda where kind = ? and subject = ?', kind, subject),
    nextDue: () =>
      store.get<{ due_at: number }>('select due_at from agenda order by due_at, id limit 1')?.due_at,
    handleDue: () => {
      for (let next = nextAppointment(); next; next = nextAppointment()) {
        try {
          handle(next)
        } catch (error) {
          // A broken appointment must not block those behind it for ever.
          store.run('delete from agenda where id = ?', next.id)
          report(error)
        }
      }
    },
  }
}
