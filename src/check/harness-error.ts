/** Why a probe could not be made: the service was not reached, or did not answer in time. No statement about its contract. */
export class HarnessError extends Error {
  /** Nothing else will reach the service either. */
  readonly isFatal: boolean

  constructor(message: string, isFatal = false) {
    super(message)
    this.name = 'HarnessError'
    this.isFatal = isFatal
  }
}
