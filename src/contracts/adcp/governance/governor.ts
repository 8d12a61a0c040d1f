/** AdCP governance on a server: which calls are governed, and what their tokens must say. */
import type {
  ChangedCall,
  GovernanceHost,
  GovernanceResult,
  GovernedCall,
  Governor,
} from '../../../codec/serving-governance.ts'
import { ReplywireError } from '../../../errors.ts'
import type { JsonObject } from '../../../lib/json-value.ts'
import { fault } from '../../../outcome/fault.ts'
import { governanceTrust } from '../keys/governance-trust.ts'
import { PublishedDocuments } from '../keys/published.ts'
import { buildOf } from '../release.ts'
import { currentRelease, releaseNamed, releaseOf } from '../releases.ts'
import { taskNameOf } from '../serving/names.ts'
import { unsupported } from '../version.ts'
import {
  type AdcpGovernanceOptions,
  type ExecutionCheck,
  type ExecutionTask,
  type GovernedTask,
  governedTasks,
} from './options.ts'
import type { GovernanceClaims, GovernancePhase, GovernanceProfile } from './token.ts'
import {
  checkClaims,
  type GovernanceExpectations,
  type GovernanceTrust,
  type VerifiedToken,
  verifyGovernanceToken,
} from './verify.ts'

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

/** Why a call is refused for the release that it is in. */
function releaseRefusal({ releases }: AdcpGovernanceOptions, edition: string): GovernanceResult | undefined {
  const names: readonly string[] | undefined = releases
  if (names === undefined || names.includes(releaseOf(edition).name)) return undefined
  const message = 'The task is not served in this release of AdCP.'
  const fault = unsupported(message, names, { buildVersion: buildOf(currentRelease) })
  return { kind: 'refused', code: 'governance_release_unsupported', fault }
}

/** A caller without credentials: whether they need a token can be asked, but none counts for them. */
const nobody = { subject: '', tenant: '' }

export function openGovernor(host: GovernanceHost): Governor {
  const options = host.options.governance as AdcpGovernanceOptions
  const unknown = options.releases?.find(name => releaseNamed(name)?.name !== name)
  if (unknown !== undefined) throw new ReplywireError('ERR_MISUSE', `governance: ${unknown} is no release of AdCP.`)
  const documents = new PublishedDocuments({
    fetch: host.fetch,
    now: () => host.now(),
    longestRevocationMs: options.longestRevocationMs,
  })
  const tasks = new Set(options.tasks ?? governedTasks)
  return {
    async verify(call) {
      const task = taskNameOf(call.operation)
      if (!tasks.has(task)) return { kind: 'ungoverned' }
      const unserved = releaseRefusal(options, call.edition)
      if (unserved !== undefined) return unserved
      const { token, caller } = call
      const governed = governedTask(task, call)
      if (token === undefined) return withoutToken(options, governed)
      const buyer = caller === undefined ? undefined : await options.buyerOf(caller)
      if (buyer === undefined) return refused('governance_issuer_not_authorized')
      const { governance: profile } = releaseOf(call.edition)
      const phases = phasesOf(task, profile)
      const wanted = { profile, phases, caller: buyer.agent, now: host.now() }
      const expected = await expectationsOf(options, governed, wanted)
      const trust = governanceTrust(documents, buyer, usedBy(call))
      const verified = await verifyGovernanceToken(token, expected, trust)
      if (!verified.ok) return refused(verified.code)
      const { claims } = verified
      const executed = await executionResult({ options, host, trust }, { ...governed, token }, expected, claims)
      return executed ?? accepted(verified, host.now())
    },

    async verifyAgain(call) {
      const task = taskNameOf(call.operation)
      if (!tasks.has(task)) return { kind: 'ungoverned' }
      const { record, token, caller } = call
      const governed = governedTask(task, call)
      if (record === undefined) return withoutToken(options, governed)
      const buyer = caller === undefined ? undefined : await options.buyerOf(caller)
      if (buyer === undefined) return refused('governance_issuer_not_authorized')
      const claims = record.claims as unknown as GovernanceClaims
      // A token is good for its call: an answer may come when it has long expired.
      const { governance: profile } = releaseOf(call.edition)
      const wanted = { profile, phases: [claims.phase], caller: buyer.agent, now: Date.parse(record.acceptedAt) }
      const expected = await expectationsOf(options, governed, wanted)
      const unfit = await checkClaims(claims, expected)
      if (unfit !== undefined) return refused(unfit.code)
      if (token === undefined) return { kind: 'ungoverned' }
      // What was approved online, or exempt, was the call as it was.
      const trust = governanceTrust(documents, buyer, usedBy(call))
      const executed = await executionResult({ options, host, trust }, { ...governed, token }, expected, claims)
      return executed ?? { kind: 'ungoverned' }
    },
  }
}

function governedTask(
  task: string,
  { body, input, caller }: Pick<ChangedCall, 'body' | 'input' | 'caller'>,
): GovernedTask {
  return { task, request: body, input, caller: caller ?? nobody }
}

async function expectationsOf(
  options: AdcpGovernanceOptions,
  governed: GovernedTask,
  wanted: Pick<GovernanceExpectations, 'profile' | 'phases' | 'caller' | 'now'>,
): Promise<GovernanceExpectations> {
  const { task, request } = governed
  return {
    ...wanted,
    audience: options.audience,
    task,
    payload: request,
    planId: textIn(request, 'plan_id') ?? (await options.planOf?.(governed)),
    mediaBuyId: textIn(request, 'media_buy_id'),
    commitment: await options.commitmentOf?.(governed),
  }
}

/** The phase of the token that an online check returns; undefined for tasks that have no such check. */
function executionPhase(task: string, profile: GovernanceProfile): GovernancePhase | undefined {
  return profile === '3.2' && Object.hasOwn(otherPhases, task) ? otherPhases[task] : undefined
}

interface ExecutionParts {
  readonly options: AdcpGovernanceOptions
  readonly host: GovernanceHost
  readonly trust: GovernanceTrust
}

/** What the online check of a call leads to; undefined: the call needs none. `first`: what its own token says. */
async function executionResult(
  { options, host, trust }: ExecutionParts,
  task: Omit<ExecutionTask, 'signal'>,
  expected: GovernanceExpectations,
  first: GovernanceClaims,
): Promise<GovernanceResult | undefined> {
  const phase = executionPhase(task.task, expected.profile)
  const check = phase === undefined ? undefined : await checkExecution(options, task)
  if (phase === undefined || check === undefined) return undefined
  if (typeof check === 'string') return refused(check)
  const now = host.now()
  const returned = await verifyGovernanceToken(check.token, { ...expected, phases: [phase], now }, trust)
  if (!returned.ok) return refused(returned.code)
  // It is about the same action, by the same agent.
  const { iss, sub } = returned.claims
  if (iss !== first.iss || sub !== first.sub) return refused('governance_token_not_applicable')
  return { ...accepted(returned, now), token: check.token }
}

/** What the governance agent says of a call; undefined: the call needs no check. */
async function checkExecution(
  options: AdcpGovernanceOptions,
  task: Omit<ExecutionTask, 'signal'>,
): Promise<{ token: string } | 'governance_denied' | 'governance_unavailable' | undefined> {
  const limit = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    limit.abort()
    late.reject(limit.signal.reason)
  }, options.executionTimeoutMs ?? 10_000)
  let check: ExecutionCheck | undefined
  try {
    check = await Promise.race([options.executionCheck?.({ ...task, signal: limit.signal }), late.promise])
  } catch {
    return 'governance_unavailable'
  } finally {
    clearTimeout(timer)
  }
  if (check === undefined) return undefined
  const { isApproved, token } = check
  return isApproved === true && typeof token === 'string' ? { token } : 'governance_denied'
}

function usedBy({ use }: Pick<GovernedCall, 'use'>) {
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
