// The columns of a bulk payment's table, and the names under which people's files know them.
import type { BulkRowInput } from '@jokko/contract/bulk'

export const columns = [
  'identification_number',
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'operator',
  'amount_without_fees',
] as const satisfies readonly (keyof BulkRowInput)[]
export type Column = (typeof columns)[number]

export type Cells = Readonly<Record<Column, string>>

export const emptyCells: Cells = {
  identification_number: '',
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  operator: '',
  amount_without_fees: '',
}

/** Without these nobody can be paid. */
export const neededColumns: readonly Column[] = [
  'first_name',
  'last_name',
  'phone_number',
  'amount_without_fees',
]

const namesOf: Readonly<Record<Column, string>> = {
  identification_number: 'identificationnumber identification id identifiant matricule reference ref numero',
  first_name: 'firstname givenname prenom prenoms nombre nombres',
  last_name: 'lastname surname familyname nom nomdefamille noms apellido apellidos',
  email: 'email mail emailaddress courriel adresseemail adressemail correo correoelectronico',
  phone_number:
    'phonenumber phone mobile mobilenumber telephone tel numerodetelephone numerotelephone portable telefono movil celular',
  operator: 'operator mobileoperator network operateur reseau operador',
  amount_without_fees:
    'amountwithoutfees amount amountineuros amountineuro amounteur montant montantsansfrais montanteuros montanteneuros montanteur importe monto importeeneuros importeeuros cantidad',
}

const columnByName: ReadonlyMap<string, Column> = new Map(
  columns.flatMap(column => namesOf[column].split(' ').map(name => [name, column] as const)),
)

/** Case, accents, quotes, spaces, underscores and dashes make no difference: ` "First_Name " ` is first name. */
export function columnOf(header: string): Column | undefined {
  const name = header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return columnByName.get(name)
}

/** Rows that come without a header are in the template's order, or shorter. */
const ordersByWidth: ReadonlyMap<number, readonly Column[]> = new Map(
  [
    ['first_name', 'last_name', 'phone_number', 'amount_without_fees'] as const,
    ['first_name', 'last_name', 'email', 'phone_number', 'amount_without_fees'] as const,
    [
      'identification_number',
      'first_name',
      'last_name',
      'email',
      'phone_number',
      'amount_without_fees',
    ] as const,
    columns,
  ].map(order => [order.length, order]),
)

export const orderOfWidth = (width: number): readonly Column[] | undefined => ordersByWidth.get(width)
