/** Claims: one execution for one key. */
import { bytes, number, query, text, type Work } from '../statement.ts'
import { FencedError } from '../store.ts'
import type { ClaimFence } from './fence.ts'
import { dropSteps } from './steps.ts'

export interface ClaimInput {
  scope: string
  key: string
  fingerprint: string
  /** The run that executes, if this claim is the first; a new one for every call, the same when a call is repeated. */
  runId: string
  now: number
  leaseUntil: number
  expiresAt: number
  /** A key whose time is over: distinguished from a new one, or taken for a new one. */
  expired: 'refuse' | 'reuse'
  /** The process that executes, as its lock names it. */
  process?: string
  /** A key that can be used once and runs nothing: it is done as soon as it is claimed. */
  isSingleUse?: boolean
}

export type ClaimResult =
  | { kind: 'fresh'; runId: string; epoch: number }
  /** Another began, and never reported again, or gave the key back: the run continues from its committed steps. */
  | { kind: 'taken-over'; runId: string; epoch: number }
  | { kind: 'done'; runId: string; answer: Uint8Array; claimedAt: number }
  | { kind: 'in-flight' | 'conflict' | 'expired' }

/** Claims a key, or says why not. */
export function* claim(input: ClaimInput): Work<ClaimResult> {
  for (;;) {
    const [made] = yield* query(
      `INSERT INTO claim (scope, key, fingerprint, run_id, holder, state, epoch, lease_until, created_at, expires_at,
         process, leased_epoch, lease_ms, answer)
       VALUES (?1, ?2, ?3, ?4, ?4, ?10, 1, ?5, ?6, ?7, ?8, 1, ?9, ?11) ON CONFLICT (scope, key) DO NOTHING RETURNING epoch`,
      input.scope,
      input.key,
      input.fingerprint,
      input.runId,
      input.leaseUntil,
      input.now,
      input.expiresAt,
      input.process ?? '',
      input.leaseUntil - input.now,
      input.isSingleUse ? 'done' : 'running',
      input.isSingleUse ? new Uint8Array() : null,
    )
    if (made !== undefined) return { kind: 'fresh', runId: input.runId, epoch: 1 }
    const [row] = yield* query('SELECT * FROM claim WHERE scope = ?1 AND key = ?2 {lock}', input.scope, input.key)
    // Released in between: claim again.
    if (row === undefined) continue
    const runId = text(row, 'run_id')
    const running = row.state === 'running'
    const held = running && number(row, 'lease_until') > input.now
    const released = row.state === 'released'
    const other = text(row, 'fingerprint') !== input.fingerprint
    if ((released && other) || (!held && number(row, 'expires_at') <= input.now)) {
      if (!released && input.expired === 'refuse') return { kind: 'expired' }
      yield* query('DELETE FROM claim WHERE scope = ?1 AND key = ?2', input.scope, input.key)
      yield* dropSteps(runId)
      continue
    }
    if (other) return { kind: 'conflict' }
    // The answer to this very claim was lost on its way here.
    const isSame = text(row, 'holder') === input.runId
    if (input.isSingleUse && isSame) return { kind: 'fresh', runId, epoch: 1 }
    if (row.state === 'done') {
      return { kind: 'done', runId, answer: bytes(row, 'answer'), claimedAt: number(row, 'created_at') }
    }
    const again = running && isSame
    if (held && !again) return { kind: 'in-flight' }
    const epoch = number(row, 'epoch') + (again ? 0 : 1)
    yield* query(
      `UPDATE claim SET state = 'running', epoch = ?3, holder = ?4, lease_until = ?5, expires_at = ?6,
         process = ?7, leased_epoch = ?3, lease_ms = ?8
       WHERE scope = ?1 AND key = ?2`,
      input.scope,
      input.key,
      epoch,
      input.runId,
      input.leaseUntil,
      input.expiresAt,
      input.process ?? '',
      input.leaseUntil - input.now,
    )
    return { kind: epoch === 1 ? 'fresh' : 'taken-over', runId, epoch }
  }
}

/** Keeps a claim alive while its run goes on. */
export function* renewClaim({ scope, key, runId, epoch, leaseUntil }: ClaimFence & { leaseUntil: number }): Work<void> {
  const rows = yield* query(
    `UPDATE claim SET lease_until = ?5
     WHERE scope = ?1 AND key = ?2 AND run_id = ?3 AND epoch = ?4 AND state = 'running' RETURNING key`,
    scope,
    key,
    runId,
    epoch,
    leaseUntil,
  )
  if (rows.length === 0) throw new FencedError()
}

/** Stores the answer that every repeat will get. The first stands: a caller may have received it. */
export function* finishClaim({
  scope,
  key,
  runId,
  epoch,
  answer,
  expiresAt,
}: ClaimFence & { answer: Uint8Array; expiresAt: number }): Work<void> {
  const finished = yield* query(
    `UPDATE claim SET state = 'done', answer = ?5, expires_at = ?6, lease_until = 0
     WHERE scope = ?1 AND key = ?2 AND run_id = ?3 AND epoch = ?4 AND state = 'running' RETURNING key`,
    scope,
    key,
    runId,
    epoch,
    answer,
    expiresAt,
  )
  if (finished.length > 0) return
  const [done] = yield* query(
    `SELECT key FROM claim WHERE scope = ?1 AND key = ?2 AND run_id = ?3 AND epoch = ?4 AND state = 'done'`,
    scope,
    key,
    runId,
    epoch,
  )
  if (done === undefined) throw new FencedError()
}

/**
 * Gives a key back: nothing happened that a repeat should get. What the run has done for good stands: the same
 * request goes on from there, another begins from the start. A claim that another has is left alone.
 */
export function* releaseClaim({ scope, key, runId, epoch }: ClaimFence): Work<void> {
  const kept = yield* query(
    `UPDATE claim SET state = 'released', lease_until = 0
     WHERE scope = ?1 AND key = ?2 AND run_id = ?3 AND epoch = ?4 AND state = 'running'
       AND EXISTS (SELECT 1 FROM step WHERE step.run_id = ?3) RETURNING key`,
    scope,
    key,
    runId,
    epoch,
  )
  if (kept.length > 0) return
  yield* query(
    `DELETE FROM claim WHERE scope = ?1 AND key = ?2 AND run_id = ?3 AND epoch = ?4 AND state = 'running'`,
    scope,
    key,
    runId,
    epoch,
  )
}
