/** Approvals as a list has them: what is long is left out, and read by the approval's id. */
import { bytesOrNull, number, query, type Row, type Work } from '../statement.ts'
import { type ApprovalRow, type ApprovalState, approvalOf } from './approval-row.ts'
import { type ApprovalViewer, type Sight, sightsOf } from './approval-viewer.ts'
import { Conditions } from './conditions.ts'

/** What a list may have in part only. */
export type AbridgedMember = 'action' | 'input' | 'original' | 'edit'

export interface ApprovalLine extends Omit<ApprovalRow, 'input'> {
  /** Null when it is too long for a list; so are `original` and `edit`, which may also be absent. */
  input: Uint8Array | null
  /** What is left out (`input`, `original`, `edit`) or cut (`action`) because it is too long for a list. */
  abridged: AbridgedMember[]
}

export interface ListApprovals extends ApprovalViewer {
  state?: ApprovalState | undefined
  now: number
  before?: { createdAt: number; id: string } | undefined
  /** What expires first is first. Default: the newest first. */
  byExpiry?: boolean | undefined
  /** In that order: where the last page ended, with the expiry in place of the creation. */
  expiringAfter?: { createdAt: number; id: string } | undefined
  /** Default: true. */
  withInputs?: boolean | undefined
  limit: number
}

/** The most bytes of each input, and the most characters of an action, in a list. */
const longest: Readonly<Record<AbridgedMember, number>> = { action: 1000, input: 8192, original: 8192, edit: 8192 }

const bodies = ['input', 'original', 'edit'] as const
const short = bodies.map(
  name => `CASE WHEN octet_length(${name}) <= ${longest[name]} THEN ${name} END AS ${name},
    octet_length(${name}) AS ${name}_length`,
)

const noBodies = bodies.map(name => `NULL AS ${name}, 0 AS ${name}_length`)

const selectLine = (
  columns: readonly string[],
) => `SELECT id, tenant, requester, account, operation, key, digest, request,
  roles, same_person, supplied_by, edited_by, state, note, decided_by, decided_at, used_by, used_at, task_id, created_at,
  expires_at, substr(action, 1, ${longest.action}) AS action, length(action) AS action_length, ${columns.join(', ')}
  FROM approval`

const orders = { newest: 'ORDER BY created_at DESC, id DESC', expiry: 'ORDER BY expires_at, id' } as const

/**
 * Approvals, newest first; those asked for `open` leave out what has expired. Each way of seeing a row is a search that
 * its own index serves, so that what others ask for is not read through.
 */
export function* listApprovals(input: ListApprovals): Work<ApprovalLine[]> {
  const where = new Conditions()
  const sights = sightsOf(input)
  const limit = where.put(input.limit)
  const [only, ...more] = sights ?? [undefined]
  if (sights?.length === 0) return []
  const order = orders[input.byExpiry ? 'expiry' : 'newest']
  const found =
    more.length === 0
      ? matching(input, where, only)
      : `id IN (${(sights ?? [])
          .map(sight => `SELECT id FROM approval WHERE ${matching(input, where, sight)} ${order} LIMIT ${limit}`)
          .map((part, index) => `SELECT id FROM (${part}) AS part${index}`)
          .join(' UNION ALL ')})`
  const rows = yield* query(
    `${selectLine(input.withInputs === false ? noBodies : short)} WHERE ${found} ${order} LIMIT ${limit}`,
    ...where.values,
  )
  return rows.map(approvalLineOf)
}

function matching(
  { tenant, state, now, before, byExpiry, expiringAfter }: ListApprovals,
  values: Conditions,
  sight?: Sight,
): string {
  const where = values.another()
  where.compare('tenant', '=', tenant)
  if (sight !== undefined) where.add(`(${sight(where)})`)
  where.compare('state', '=', state)
  if (state === 'open') where.compare('expires_at', '>', now)
  if (byExpiry) {
    const { createdAt: expiresAt, id } = expiringAfter ?? { createdAt: 0, id: '' }
    where.add(`(expires_at, id) > (${where.put(expiresAt)}, ${where.put(id)})`)
    return where.toString()
  }
  const { createdAt, id } = before ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
  where.add(`(created_at, id) < (${where.put(createdAt)}, ${where.put(id)})`)
  return where.toString()
}

function approvalLineOf(row: Row): ApprovalLine {
  const names: readonly AbridgedMember[] = ['action', ...bodies]
  return {
    ...approvalOf(row),
    input: bytesOrNull(row, 'input'),
    abridged: names.filter(name => number(row, `${name}_length`) > longest[name]),
  }
}
