// Reads the fields of a control request, and says plainly which one is wrong.
export class ControlRefusal extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null ? (body as Fields) : {}
}

export function textField(fields: Fields, name: string, form: RegExp, otherwise?: string): string {
  const value = fields[name] ?? otherwise
  if (typeof value === 'string' && form.test(value)) return value
  throw new ControlRefusal(400, `${name} is missing or malformed`)
}

export function choiceField<Choice extends string>(
  fields: Fields,
  name: string,
  choices: readonly Choice[],
  otherwise?: Choice,
): Choice {
  const value = fields[name] ?? otherwise
  const choice = choices.find(known => known === value)
  if (choice !== undefined) return choice
  throw new ControlRefusal(400, `${name} must be one of ${choices.join(', ')}`)
}

/** A number, or a form field that spells one. */
export function numberField(
  fields: Fields,
  name: string,
  range: { min: number; max: number },
  otherwise?: number,
): number {
  const given = fields[name] === '' ? undefined : fields[name]
  const value = typeof given === 'string' ? Number(given) : (given ?? otherwise)
  if (typeof value === 'number' && value >= range.min && value <= range.max) return value
  throw new ControlRefusal(400, `${name} must be a number from ${range.min} to ${range.max}`)
}
