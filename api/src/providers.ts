// Builds the adapter of every outside company from the configuration. Each refuses a simulated address in production.
import { createBank } from '@jokko/providers/bank/adapter'
import { createBridge } from '@jokko/providers/bridge/adapter'
import { createHub2 } from '@jokko/providers/hub2/adapter'
import { createManualPayouts } from '@jokko/providers/manual/adapter'
import { createMessages } from '@jokko/providers/messages'
import { createMonext } from '@jokko/providers/monext/adapter'
import { createPartner } from '@jokko/providers/partner/adapter'
import { createRates } from '@jokko/providers/rates/adapter'
import { createRestrictedList } from '@jokko/providers/restricted-list/adapter'
import { createSmtp } from '@jokko/providers/smtp/adapter'
import { createTracker } from '@jokko/providers/tracker/adapter'
import { createTrueLayer } from '@jokko/providers/truelayer/adapter'
import { createTwilio } from '@jokko/providers/twilio/adapter'
import type { Config } from './config.ts'
import type { Providers } from './deps.ts'

/** How long each is waited for. A payout that is cut off is asked about later, so patience costs little there. */
const TIMEOUT_MS = {
  hub2: 15_000,
  monext: 15_000,
  truelayer: 15_000,
  bridge: 15_000,
  bank: 20_000,
  partner: 15_000,
  twilio: 10_000,
  smtp: 10_000,
  rates: 5_000,
  tracker: 5_000,
  restrictedList: 10_000,
}

export function createProviders(config: Config): Providers {
  const appEnv = config.environment
  const hub2 = createHub2({
    ...config.hub2,
    appEnv,
    environment: appEnv === 'production' ? 'live' : 'sandbox',
    timeoutMs: TIMEOUT_MS.hub2,
  })
  const { url, webhookSecret, account, settlements } = config.bank
  const bank = createBank({
    url,
    webhookSecret,
    settlements,
    debtor: account,
    appEnv,
    timeoutMs: TIMEOUT_MS.bank,
  })
  const monext = createMonext({ ...config.monext, appEnv, timeoutMs: TIMEOUT_MS.monext })
  const partners = (['partner', 'aloohpay'] as const).flatMap(name => {
    const account = config[name]
    return account ? [createPartner({ ...account, name, appEnv, timeoutMs: TIMEOUT_MS.partner })] : []
  })
  const truelayer = createTrueLayer({
    ...config.truelayer,
    appEnv,
    timeoutMs: TIMEOUT_MS.truelayer,
    merchantName: account.name,
  })
  const { name, iban } = account
  const bridge = createBridge({
    ...config.bridge,
    appEnv,
    timeoutMs: TIMEOUT_MS.bridge,
    beneficiary: { name, iban },
  })
  const twilio = createTwilio({
    ...config.twilio,
    appEnv,
    timeoutMs: TIMEOUT_MS.twilio,
    statusCallback: new URL('/api/v1/webhooks/twilio', config.publicUrl).href,
  })
  const mail = createSmtp({
    url: config.smtpUrl,
    timeoutMs: TIMEOUT_MS.smtp,
    from: mailbox(config.mailFrom),
    appEnv,
  })
  return {
    payouts: {
      hub2: hub2.payouts,
      manual: createManualPayouts(),
      bank: bank.payouts,
      ...Object.fromEntries(partners.map(({ payouts }) => [payouts.name, payouts])),
    },
    payIns: { monext: monext.payIns, truelayer: truelayer.payIns, bridge: bridge.payIns, hub2: hub2.payIns },
    accountHolder: truelayer.holderCheck,
    statements: bank.statements,
    bankPayments: bank.payments,
    accountCheck: bank.accountCheck,
    messages: createMessages(mail, twilio.phone),
    rates: createRates({ ...config.rates, appEnv, timeoutMs: TIMEOUT_MS.rates }),
    restrictedList:
      config.restrictedListUrl === null
        ? null
        : createRestrictedList({
            url: config.restrictedListUrl,
            appEnv,
            timeoutMs: TIMEOUT_MS.restrictedList,
          }),
    tracker: config.tracker && createTracker({ ...config.tracker, appEnv, timeoutMs: TIMEOUT_MS.tracker }),
    webhooks: {
      hub2: hub2.webhooks,
      monext: monext.webhooks,
      truelayer: truelayer.webhooks,
      bridge: bridge.webhooks,
      bank: bank.webhooks,
      twilio: twilio.webhooks,
      ...Object.fromEntries(partners.map(({ payouts, webhooks }) => [payouts.name, webhooks])),
    },
  }
}

/** `Name <address>` or an address alone. */
function mailbox(text: string): { name: string; address: string } {
  const [, name, address] = /^\s*(.*?)\s*<([^<>\s]+)>\s*$/.exec(text) ?? []
  return name !== undefined && address !== undefined
    ? { name, address }
    : { name: 'Jokko', address: text.trim() }
}
