/**
 * Approvals that an upstream asks for, where the gateway asks for them in turn: its tokens wait with the approvals of the
 * gateway, and come back with them. Over MCP and A2A the approval is given to the upstream as well, which decides whether
 * the gateway may give it; over HTTP, and where it may not, an approver of the upstream has to.
 */
import { serverResult } from '../../agent/run.ts'
import { fault } from '../../outcome/fault.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Stage } from '../../server/pipeline/call-record.ts'
import type { GatewayCall } from '../gateway-call.ts'

/** An approval of an upstream: its key there, and its token; empty over MCP, which has none. */
export type UpstreamApproval = readonly [key: string, token: string]

export const holdTokens: Stage<GatewayCall> = async (call, next) => {
  const result = await next()
  const asked = approvalsIn(result.outcome)
  if (isAskedAgain(asked, heldApprovals(call))) return serverResult(notApprovedThere)
  for (const approval of asked) call.hold(approval[0], JSON.stringify(approval))
  return result
}

/** The approvals of the upstream that were approved here. */
export function heldApprovals({ held }: Pick<GatewayCall, 'held'>): UpstreamApproval[] {
  return held.map(text => JSON.parse(text) as UpstreamApproval)
}

/** The approvals that an outcome asks for, by their keys. */
export function approvalsIn(outcome: Outcome): UpstreamApproval[] {
  if (outcome.kind !== 'paused') return []
  return outcome.needs.flatMap((need): UpstreamApproval[] =>
    need.kind === 'approval' ? [[need.key, need.token ?? '']] : [],
  )
}

export function tokensOf(approvals: readonly UpstreamApproval[]): string[] {
  return approvals.map(([, token]) => token).filter(token => token !== '')
}

/** Whether the upstream asks for what was approved here: nobody here is asked for it once more. */
export function isAskedAgain(asked: readonly UpstreamApproval[], held: readonly UpstreamApproval[]): boolean {
  return asked.some(([key]) => held.some(([known]) => known === key))
}

/** It has not begun: a repeat with the same approval succeeds when the upstream has one too. */
export const notApprovedThere = fault('conflict', 'The service behind this route waits for an approver of its own.', {
  code: 'UPSTREAM_APPROVAL_REQUIRED',
  recovery: 'retry',
  began: false,
})
