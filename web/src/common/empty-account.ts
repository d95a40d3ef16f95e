// A bank account of which nothing is typed yet: apart from the rules, whose tables a flow needs only once there is one.
import type { TypedAccount } from './typed-account.ts'

export const emptyAccount: TypedAccount = {
  form: 'iban',
  iban: '',
  rib: { bank: '', branch: '', account: '', key: '' },
}
