/** The approvals that a route asks for, and the input that was approved: nothing else is forwarded. */
import type { RunResult } from '../../outcome/run-result.ts'
import type { Stage } from '../../server/pipeline/call-record.ts'
import type { GatewayCall } from '../gateway-call.ts'
import { refuseCall } from '../plugins/refuse-call.ts'
import { missingApprovals } from './approval-rules.ts'
import type { Durability } from './durability.ts'
import { asForwarded, bodyOf, type ForwardTarget, isOfTarget, targetFrom } from './forwarded-input.ts'

export const askApproval: Stage<GatewayCall> = async (call, next) => {
  const { approval } = call.compiled.durability as Durability
  const { call: approved, principal, request } = call
  const missing =
    approval === undefined
      ? undefined
      : missingApprovals(approval, {
          input: asForwarded(approved.input),
          roles: principal?.roles ?? [],
          approval: key => call.approval(key),
        })
  if (missing !== undefined) return { outcome: missing, author: 'server', exchange: {} }
  if (approved.input !== request.input) {
    if (!isOfTarget(approved.input, targetFrom(request.extra) as ForwardTarget)) return editedTarget()
    if (call.asked === undefined) call.replaceBody(bodyOf(approved.input))
  }
  return next()
}

/** An edit may change what is sent, not where it goes. */
export function editedTarget(): RunResult {
  return refuseCall('conflict', 'The approved request names another path or query: only its body can be edited.', {
    code: 'APPROVAL_EDIT_REFUSED',
  })
}
