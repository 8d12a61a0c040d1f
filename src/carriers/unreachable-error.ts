/** A peer that cannot be reached, or is of another kind. */
import { ReplywireError } from '../errors.ts'
import type { Fault } from '../outcome/fault.ts'

/** Thrown when a connection cannot be made; `fault` reports the same to callers. */
export class UnreachableError extends ReplywireError {
  readonly fault: Fault

  constructor(fault: Fault, options?: ErrorOptions) {
    super('ERR_UNREADABLE', fault.message, options)
    this.name = 'UnreachableError'
    this.fault = fault
  }
}
