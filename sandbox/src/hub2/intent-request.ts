// Reads what merchants and payers ask of payment intents the way Hub2 would, and refuses what it would refuse.
import { Hub2Refusal } from './errors.ts'
import { dialCodes, type Way, wayOf } from './payers.ts'
import { amountIn, currencyOfCountry, type Fields, objectOf, textOf } from './request-fields.ts'

export type IntentRequest = {
  readonly purchaseReference: string
  readonly customerReference: string
  readonly amount: number
  readonly currency: string
  readonly overrideBusinessName: string | null
}

/** Where an operator's page sends the payer's browser afterwards. */
export type Redirections = {
  readonly success: string
  readonly failed: string
  readonly cancel: string
}

export type PaymentRequest = {
  readonly token: string
  readonly country: string
  readonly provider: string
  readonly msisdn: string
  readonly way: Way
  readonly otp: string | undefined
  readonly redirections: Redirections | undefined
}

const reference = /^[A-Za-z0-9\-_. ]{1,255}$/

export function readIntentRequest(body: unknown): IntentRequest {
  const fields = objectOf(body, 'body')
  const currency = textOf(fields, 'currency', /^[A-Z]{3}$/)
  if (!Object.values(currencyOfCountry).includes(currency))
    throw new Hub2Refusal(400, 'unsupported_currency', `${currency} cannot be collected`)
  const name = fields['overrideBusinessName']
  return {
    purchaseReference: textOf(fields, 'purchaseReference', reference),
    customerReference: textOf(fields, 'customerReference', reference),
    amount: amountIn(fields),
    currency,
    overrideBusinessName: typeof name === 'string' ? name : null,
  }
}

export function readPaymentRequest(body: unknown, currency: string): PaymentRequest {
  const fields = objectOf(body, 'body')
  const token = textOf(fields, 'token', /^.{1,2000}$/)
  if (fields['paymentMethod'] !== 'mobile_money')
    throw new Hub2Refusal(400, 'bad_parameters', 'paymentMethod must be mobile_money')
  const country = textOf(fields, 'country', /^[A-Z]{2}$/)
  if (currencyOfCountry[country] !== currency)
    throw new Hub2Refusal(400, 'unsupported_currency', `${currency} is not the currency of ${country}`)
  const provider = textOf(fields, 'provider', /^[A-Za-z][\w-]{1,40}$/).toLowerCase()
  const usualWay = wayOf(country, provider)
  if (usualWay === undefined)
    throw new Hub2Refusal(400, 'invalid_payment_processor', `${provider} does not collect in ${country}`)
  const mobileMoney = objectOf(fields['mobileMoney'], 'mobileMoney')
  const way = chosenWay(mobileMoney, usualWay)
  return {
    token,
    country,
    provider,
    msisdn: readNumber(mobileMoney, country),
    way,
    otp: mobileMoney['otp'] === undefined ? undefined : textOf(mobileMoney, 'otp', /^\d{4,8}$/),
    redirections: way === 'page' ? readRedirections(mobileMoney) : undefined,
  }
}

/** Where codes are the custom, `workflow` may ask for the operator's page instead. */
function chosenWay(mobileMoney: Fields, usual: Way): Way {
  const takesCodes = usual === 'code_first' || usual === 'code_sent'
  return takesCodes && mobileMoney['workflow'] === 'redirection' ? 'page' : usual
}

function readNumber(mobileMoney: Fields, country: string): string {
  const { msisdn } = mobileMoney
  const dialCode = dialCodes[country] ?? '+'
  if (typeof msisdn !== 'string' || !/^\+\d{8,15}$/.test(msisdn) || !msisdn.startsWith(dialCode))
    throw new Hub2Refusal(400, 'invalid_msisdn', `msisdn must be a number of ${country}`)
  return msisdn
}

function readRedirections(mobileMoney: Fields): Redirections {
  const address = (name: string) => {
    const url = textOf(mobileMoney, name, /^https?:\/\/.{1,2000}$/)
    if (!URL.canParse(url) || !isSafe(new URL(url)))
      throw new Hub2Refusal(400, 'bad_parameters', `${name} must be an https address`)
    return url
  }
  const failed = address('onFailedRedirectionUrl')
  return {
    success: address('onSuccessRedirectionUrl'),
    failed,
    cancel: mobileMoney['onCancelRedirectionUrl'] === undefined ? failed : address('onCancelRedirectionUrl'),
  }
}

/** Hub2 wants https; an address of this machine is taken as it is. */
const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'

export function readConfirmation(body: unknown) {
  const fields = objectOf(body, 'body')
  return {
    token: textOf(fields, 'token', /^.{1,2000}$/),
    code: textOf(fields, 'confirmationCode', /^\d{4,8}$/),
  }
}
