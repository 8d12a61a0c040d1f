/** AdCP governance on a server: which calls are governed, and what their tokens must say. */
import type { GovernanceHost, GovernanceResult, GovernedCall, Governor } from '../../../codec/serving-governance.ts'
import type { JsonObject } from '../../../lib/json-value.ts'
import { fault } from '../../../outcome/fault.ts'
import { governanceTrust } from '../keys/governance-trust.ts'
import { PublishedDocuments } from '../keys/published.ts'
import { releaseOf } from '../releases.ts'
import { taskNameOf } from '../serving/names.ts'
import {
  type AdcpGovernanceOptions,
  type ExecutionCheck,
  type ExecutionTask,
  type GovernedTask,
  governedTasks,
} from './options.ts'
import type { GovernancePhase, GovernanceProfile } from './token.ts'
import { type GovernanceExpectations, type VerifiedToken, verifyGovernanceToken } from './verify.ts'

/** Besides `intent`, what 3.1 accepts: its checklist and its specification of governance differ. */
const otherPhases: Readonly<Record<string, GovernancePhase>> = {
  create_media_buy: 'purchase',
  update_media_buy: 'modification',
}

/** The phases that an inbound call of a task accepts. */
function phasesOf(task: string, profile: GovernanceProfile): readonly GovernancePhase[] {
  const other = profile === '3.1' && Object.hasOwn(otherPhases, task) ? otherPhases[task] : undefined
  return other === undefined ? ['intent'] : ['intent', other]
}

/** A caller without credentials: whether they need a token can be asked, but none counts for them. */
const nobody = { subject: '', tenant: '' }

export function openGovernor(host: GovernanceHost): Governor {
  const options = host.options.governance as AdcpGovernanceOptions
  const documents = new PublishedDocuments({ fetch: host.fetch, now: () => host.now() })
  const tasks = new Set(options.tasks ?? governedTasks)
  return {
    async verify(call) {
      const task = taskNameOf(call.operation)
      if (!tasks.has(task)) return { kind: 'ungoverned' }
      const { token, caller, body } = call
      const governed: GovernedTask = { task, request: body, caller: caller ?? nobody }
      if (token === undefined) return withoutToken(options, governed)
      const buyer = caller === undefined ? undefined : await options.buyerOf(caller)
      if (buyer === undefined) return refused('governance_issuer_not_authorized')
      const profile = releaseOf(call.edition).governance
      const expected: GovernanceExpectations = {
        profile,
        audience: options.audience,
        caller: buyer.agent,
        task,
        payload: body,
        phases: phasesOf(task, profile),
        planId: textIn(body, 'plan_id') ?? (await options.planOf?.(governed)),
        mediaBuyId: textIn(body, 'media_buy_id'),
        commitment: await options.commitmentOf?.(governed),
        now: host.now(),
      }
      const trust = governanceTrust(documents, buyer, usedBy(call))
      const verified = await verifyGovernanceToken(token, expected, trust)
      if (!verified.ok) return refused(verified.code)
      const phase = executionPhase(task, profile)
      const check = phase === undefined ? undefined : await checkExecution(options, { ...governed, token })
      if (phase === undefined || check === undefined) return accepted(verified, host.now())
      if (typeof check === 'string') return refused(check)
      const returned = await verifyGovernanceToken(check.token, { ...expected, phases: [phase] }, trust)
      if (!returned.ok) return refused(returned.code)
      // It is about the same action, by the same agent.
      const [{ iss, sub }, first] = [returned.claims, verified.claims]
      if (iss !== first.iss || sub !== first.sub) return refused('governance_token_not_applicable')
      return { ...accepted(returned, host.now()), token: check.token }
    },
  }
}

/** The phase of the token that an online check returns; undefined for tasks that have no such check. */
function executionPhase(task: string, profile: GovernanceProfile): GovernancePhase | undefined {
  return profile === '3.2' && Object.hasOwn(otherPhases, task) ? otherPhases[task] : undefined
}

/** What the governance agent says of a call; undefined: the call needs no check. */
async function checkExecution(
  options: AdcpGovernanceOptions,
  task: ExecutionTask,
): Promise<{ token: string } | 'governance_denied' | 'governance_unavailable' | undefined> {
  let check: ExecutionCheck | undefined
  try {
    check = await options.executionCheck?.(task)
  } catch {
    return 'governance_unavailable'
  }
  if (check === undefined) return undefined
  const { isApproved, token } = check
  return isApproved && token !== undefined ? { token } : 'governance_denied'
}

function usedBy({ use }: GovernedCall) {
  return ({ issuer, audience, jti, expiresAt }: { issuer: string; audience: string; jti: string; expiresAt: number }) =>
    use([issuer, audience], jti, expiresAt)
}

async function withoutToken(options: AdcpGovernanceOptions, task: GovernedTask): Promise<GovernanceResult> {
  const isRequired = (await options.isRequired?.(task)) ?? false
  return isRequired ? refused('governance_token_missing') : { kind: 'ungoverned' }
}

function accepted({ claims }: VerifiedToken, now: number): Extract<GovernanceResult, { kind: 'accepted' }> {
  const { jti, iss, aud, sub, phase } = claims
  return {
    kind: 'accepted',
    record: {
      tokenId: jti,
      issuer: iss,
      audience: aud,
      subject: sub,
      phase,
      acceptedAt: new Date(now).toISOString(),
      claims: claims as unknown as JsonObject,
    },
  }
}

const away = new Set(['governance_jwks_unavailable', 'governance_unavailable'])

/** Callers learn that they may not, and nothing of the token. Only keys that cannot be had now are worth a retry. */
function refused(code: string): Extract<GovernanceResult, { kind: 'refused' }> {
  if (code === 'governance_denied') {
    const message = 'The governance agent denies the call.'
    return {
      kind: 'refused',
      code,
      fault: fault('forbidden', message, { code: 'GOVERNANCE_DENIED', recovery: 'correct', began: false }),
    }
  }
  return {
    kind: 'refused',
    code,
    fault: away.has(code)
      ? fault('dependency', 'The governance of the call cannot be checked now.', {
          code: 'GOVERNANCE_UNAVAILABLE',
          recovery: 'retry',
          retryAfterMs: 30_000,
          began: false,
        })
      : fault('forbidden', 'The governance of the call does not permit it.', {
          code: 'PERMISSION_DENIED',
          recovery: 'correct',
          began: false,
        }),
  }
}

function textIn(body: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined
  return typeof value === 'string' ? value : undefined
}
