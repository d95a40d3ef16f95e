// Bridge's refusals: a list of errors, each with a code and a sentence.
export class BridgeRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const refusalBody = ({ code, message }: { code: string; message: string }) => ({
  errors: [{ code, message }],
})
