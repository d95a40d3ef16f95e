// Monext's refusals of a request: title, code and detail.

export class MonextRefusal extends Error {
  readonly status: number
  readonly title: string
  readonly code: string
  constructor(status: number, title: string, code: string, detail: string) {
    super(detail)
    this.status = status
    this.title = title
    this.code = code
  }
}

/** The code stands for a field that cannot be taken as it is. */
export const invalidField = (detail: string) => new MonextRefusal(400, 'ERROR', '02305', detail)

export const notFound = (detail: string) => new MonextRefusal(404, 'ERROR', '02301', detail)

export const refusalBody = ({ title, code, message }: MonextRefusal) => ({ title, code, detail: message })
