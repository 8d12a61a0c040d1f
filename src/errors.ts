/** Every stable code a Replywire error can carry. */
export type ReplywireErrorCode =
  | 'ERR_UNKNOWN_CONTRACT'
  | 'ERR_UNKNOWN_VERSION'
  | 'ERR_NO_FACE'
  | 'ERR_NO_STREAM'
  | 'ERR_NO_MESSAGE'
  | 'ERR_UNREADABLE'
  | 'ERR_USAGE'
  | 'ERR_MISUSE'
  | 'ERR_STORE_UNAVAILABLE'
  | 'ERR_STORE_VERSION'
  | 'ERR_FENCED'
  | 'ERR_OUTCOME'

/**
 * The one error class of Replywire: thrown for misuse and for I/O, never for what a peer sent.
 *
 * @example
 * try { contract('nope') } catch (error) { if (error instanceof ReplywireError) console.error(error.code) }
 */
export class ReplywireError extends Error {
  readonly code: ReplywireErrorCode

  constructor(code: ReplywireErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ReplywireError'
    this.code = code
  }
}

/** Whether something failed because the store cannot be reached just now. */
export function isStoreUnavailable(error: unknown): boolean {
  return error instanceof ReplywireError && error.code === 'ERR_STORE_UNAVAILABLE'
}
