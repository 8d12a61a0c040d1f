/** Claims: one execution for one key. */
import { bytesOrNull, number, query, text, type Work } from '../statement.ts'
import { FencedError } from '../store.ts'
import type { ClaimFence } from './fence.ts'

export interface ClaimInput {
  scope: string
  key: string
  fingerprint: string
  /** The run that executes, if this claim is the first. */
  runId: string
  now: number
  leaseUntil: number
  expiresAt: number
  /** A key whose time is over: told apart from a new one, or taken for a new one. */
  expired: 'refuse' | 'reuse'
}

export type ClaimResult =
  | { kind: 'fresh'; runId: string; epoch: number }
  /** Another began and was never heard of again: the run goes on from its committed steps. */
  | { kind: 'taken-over'; runId: string; epoch: number }
  | { kind: 'done'; runId: string; answer: Uint8Array }
  | { kind: 'in-flight' | 'conflict' | 'expired' }

/** Claims a key, or says why not. */
export function* claim(input: ClaimInput): Work<ClaimResult> {
  for (;;) {
    const [made] = yield* query(
      `INSERT INTO claim (scope, key, fingerprint, run_id, state, epoch, lease_until, answer, created_at, expires_at)
       VALUES (?1, ?2, ?3, ?4, 'running', 1, ?5, NULL, ?6, ?7) ON CONFLICT (scope, key) DO NOTHING RETURNING epoch`,
      input.scope,
      input.key,
      input.fingerprint,
      input.runId,
      input.leaseUntil,
      input.now,
      input.expiresAt,
    )
    if (made !== undefined) return { kind: 'fresh', runId: input.runId, epoch: 1 }
    const [row] = yield* query('SELECT * FROM claim WHERE scope = ?1 AND key = ?2 {lock}', input.scope, input.key)
    // Released in between: claim again.
    if (row === undefined) continue
    const running = row.state === 'running'
    if (!running && number(row, 'expires_at') <= input.now) {
      if (input.expired === 'refuse') return { kind: 'expired' }
      yield* query('DELETE FROM claim WHERE scope = ?1 AND key = ?2', input.scope, input.key)
      continue
    }
    if (text(row, 'fingerprint') !== input.fingerprint) return { kind: 'conflict' }
    const runId = text(row, 'run_id')
    const answer = bytesOrNull(row, 'answer')
    if (!running && answer !== null) return { kind: 'done', runId, answer }
    const epoch = number(row, 'epoch')
    // The answer to this very claim was lost on its way here.
    if (runId === input.runId && epoch === 1) return { kind: 'fresh', runId, epoch }
    if (number(row, 'lease_until') > input.now) return { kind: 'in-flight' }
    yield* query(
      'UPDATE claim SET epoch = ?3, lease_until = ?4, expires_at = ?5 WHERE scope = ?1 AND key = ?2',
      input.scope,
      input.key,
      epoch + 1,
      input.leaseUntil,
      input.expiresAt,
    )
    return { kind: 'taken-over', runId, epoch: epoch + 1 }
  }
}

/** Keeps a claim alive while its run goes on. */
export function* renewClaim({ scope, key, epoch, leaseUntil }: ClaimFence & { leaseUntil: number }): Work<void> {
  const rows = yield* query(
    `UPDATE claim SET lease_until = ?4 WHERE scope = ?1 AND key = ?2 AND epoch = ?3 AND state = 'running' RETURNING key`,
    scope,
    key,
    epoch,
    leaseUntil,
  )
  if (rows.length === 0) throw new FencedError()
}

/** Stores the answer that every repeat will get. */
export function* finishClaim({
  scope,
  key,
  epoch,
  answer,
  expiresAt,
}: ClaimFence & { answer: Uint8Array; expiresAt: number }): Work<void> {
  const rows = yield* query(
    `UPDATE claim SET state = 'done', answer = ?4, expires_at = ?5
     WHERE scope = ?1 AND key = ?2 AND epoch = ?3 RETURNING run_id`,
    scope,
    key,
    epoch,
    answer,
    expiresAt,
  )
  if (rows[0] === undefined) throw new FencedError()
}

/** Gives a key back: nothing happened that a repeat should be told. */
export function* releaseClaim({ scope, key, epoch }: ClaimFence): Work<void> {
  const rows = yield* query(
    `DELETE FROM claim WHERE scope = ?1 AND key = ?2 AND epoch = ?3 AND state = 'running' RETURNING run_id`,
    scope,
    key,
    epoch,
  )
  if (rows[0] !== undefined) yield* query('DELETE FROM step WHERE run_id = ?1', text(rows[0], 'run_id'))
}
