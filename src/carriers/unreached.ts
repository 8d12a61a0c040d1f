/** A peer that could not be reached, or is not what it was taken for. */
import { ReplywireError } from '../errors.ts'
import type { Fault } from '../outcome/fault.ts'

/** Thrown when a connection cannot be made; the fault says the same to a caller's caller. */
export class Unreached extends ReplywireError {
  readonly fault: Fault

  constructor(fault: Fault, options?: ErrorOptions) {
    super('ERR_UNREADABLE', fault.message, options)
    this.name = 'Unreached'
    this.fault = fault
  }
}
