/** `requestState` (MCP 2026-07-28): what a pause remembers, in the hands of the client. Sealed, bound, used once. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Caller } from '../../runtime/caller.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { newId } from '../../runtime/secret.ts'
import type { PauseQuestions } from './answers.ts'

/** The call that a state belongs to: it is valid for no other. */
export interface StateBinding {
  operation: string
  arguments: JsonObject
  caller: Caller
}

/** The state of a pause. */
export interface PauseState {
  /** What was answered in earlier rounds. */
  answers: JsonObject
  /** What is asked now, by the key of the question. */
  asked: PauseQuestions
  /** The tokens of approvals that were asked for in earlier rounds. */
  tokens?: string[]
  /** The task that waits for the answers, where the run is one. */
  task?: string
}

interface SealedState extends PauseState {
  use: 'mcp-request-state'
  bound: string
  expiresAt: number
  nonce: string
}

const scope = 'mcp-request-state'

export function sealState(runtime: Runtime, bound: StateBinding, remembered: PauseState, ttlMs: number): string {
  const sealed: SealedState = {
    ...remembered,
    use: scope,
    bound: digestOf(bound),
    expiresAt: runtime.now() + ttlMs,
    nonce: newId('rst'),
  }
  return Buffer.from(runtime.secret.seal(JSON.stringify(sealed))).toString('base64url')
}

/** What a state remembers; undefined when it is not ours, not for this, not theirs, too old, or was used before. */
export async function openState(runtime: Runtime, bound: StateBinding, state: string): Promise<PauseState | undefined> {
  const bytes = Buffer.from(state, 'base64url')
  // One text for one state: what only decodes to the same bytes is another.
  if (bytes.toString('base64url') !== state) return undefined
  const text = runtime.secret.unseal(bytes)
  const sealed = text === undefined ? undefined : read(text)
  const now = runtime.now()
  if (sealed === undefined || sealed.bound !== digestOf(bound) || sealed.expiresAt <= now) return undefined
  const { answers, asked, tokens, task, nonce, expiresAt } = sealed
  const claimed = await runtime.store.do('claim', {
    scope,
    key: nonce,
    fingerprint: sealed.bound,
    runId: newId('rst'),
    now,
    leaseUntil: expiresAt,
    // Kept for as long as the state could be used: a second use finds it spent.
    expiresAt,
    expired: 'refuse',
    isSingleUse: true,
  })
  if (claimed.kind !== 'fresh') return undefined
  return {
    answers,
    asked,
    ...(tokens === undefined ? undefined : { tokens }),
    ...(task === undefined ? undefined : { task }),
  }
}

/** What else was sealed with the same secret is no state. */
function read(text: string): SealedState | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && value.use === scope ? (value as unknown as SealedState) : undefined
  } catch {
    return undefined
  }
}

function digestOf({ operation, arguments: given, caller: { tenant, subject, account } }: StateBinding): string {
  const words = canonicalize([operation, given, tenant, subject, account ?? null] as Json) ?? ''
  return createHash('sha256').update(words).digest('base64url')
}
