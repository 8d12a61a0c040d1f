/** Whether a call had to be signed. Where that is not decided by its name, its arguments decide. */
import { serverResult } from '../../agent/run.ts'
import { signatureFault } from '../signing/check-signature.ts'
import type { CallRecord, Stage } from './call-record.ts'

export const signed: Stage = (call, next) =>
  call.signature === undefined || call.signature.kind === 'verified' ? next() : checked(call, next)

async function checked(call: CallRecord, next: Parameters<Stage>[1]): ReturnType<Stage> {
  const args = await call.sentArguments()
  const refused = signatureFault(call, { operation: call.operation, args })
  return refused === undefined ? next() : serverResult(refused)
}
