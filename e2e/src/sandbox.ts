// The outside world as tests move it: its clock, its mailbox and phones, its bank, its bad days.

export type Message = {
  readonly channel: 'sms' | 'whatsapp' | 'mail'
  readonly to: string
  readonly subject: string | null
  readonly text: string
  readonly at: string
}

export type Credit = {
  /** Euros, as in 251.25. */
  readonly amount: string
  readonly reference: string
  readonly payer_name?: string
  readonly payer_iban?: string
  /** How the payer mistypes the reference. */
  readonly spoil?: 'spaced_lower_case' | 'one_letter_wrong' | 'missing'
}

export type Fault = {
  readonly provider: string
  readonly fault: string
  /** Until healed, unless told how long. */
  readonly seconds?: number
  readonly delay_seconds?: number
  /** The share of calls that it strikes, 0 to 1. */
  readonly rate?: number
}

export type TrackedEvent = {
  readonly messageId: string
  readonly event: string
  readonly properties: Readonly<Record<string, unknown>>
}

export type Sandbox = {
  readonly url: string
  /** Moves both worlds forward and answers when everything due by then has happened. */
  advance(time: { days?: number; hours?: number; minutes?: number; seconds?: number }): Promise<void>
  /** Moves both worlds to just after this moment. */
  advancePast(moment: string): Promise<void>
  inbox(to: string): Promise<readonly Message[]>
  /** Tells what the tracker was told since now, the newest last. */
  trackedFromNow(): Promise<() => Promise<readonly TrackedEvent[]>>
  /** A bank transfer that arrives on our account. */
  credit(credit: Credit): Promise<void>
  /** What a euro brings in Guinea, as a part of the 9,412.35 francs of the first day. */
  moveMarket(part: number): Promise<void>
  fault(fault: Fault): Promise<void>
  /** Ends all faults. */
  heal(): Promise<void>
}

const inAnHour = 3600

/** With 0.92 euros for a dollar, 9,412.35 for a euro. */
const francsPerDollar = 8659.362

export function sandboxAt(url: string): Sandbox {
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`The sandbox answers ${response.status} to ${method} ${path}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  async function advanceBy(advance_seconds: number): Promise<void> {
    const moved = (await call('POST', '/control/clock', { advance_seconds })) as { jokko: string }
    if (moved.jokko !== 'advanced')
      throw new Error(`Only the sandbox moved its clock: Jokko is ${moved.jokko}.`)
  }
  const tracked = async () =>
    ((await call('GET', '/control/tracker')) as { events: readonly TrackedEvent[] }).events
  return {
    url,
    async trackedFromNow() {
      // What other tests told is still on its way.
      await advanceBy(0)
      const known = new Set((await tracked()).map(({ messageId }) => messageId))
      return async () => (await tracked()).filter(({ messageId }) => !known.has(messageId))
    },
    async advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      await advanceBy((days * 24 + hours) * inAnHour + minutes * 60 + seconds)
    },
    async advancePast(moment) {
      const { now } = (await call('GET', '/health')) as { now: string }
      await advanceBy(Math.ceil((Date.parse(moment) - Date.parse(now)) / 1000) + 60)
    },
    async inbox(to) {
      return (await call('GET', `/inbox?${new URLSearchParams({ to })}`)) as readonly Message[]
    },
    async credit(credit) {
      await call('POST', '/bank/credits', credit)
    },
    async moveMarket(part) {
      await call('POST', '/control/rates', { symbol: 'GNF', rate: francsPerDollar * part })
    },
    async fault(fault) {
      await call('POST', '/control/faults', fault)
    },
    async heal() {
      await call('POST', '/control/faults', { provider: 'all', fault: 'none' })
    },
  }
}
