/** The routes of the request journal, for operators: its entries, one request, and counts over time. */
import { refuse } from '../../agent/answers.ts'
import type { Context } from '../../agent/context.ts'
import { type Operation, operation } from '../../agent/define.ts'
import type { Json } from '../../lib/json-value.ts'
import type { PlacedEntry } from '../../runtime/requests/request-entry.ts'
import type { JournalFilter, RequestJournal } from '../../runtime/requests/request-journal.ts'
import type { ConsoleKind, ConsoleParts } from './console-operations.ts'
import { demandOperatorRole } from './console-roles.ts'
import { nextPage } from './cursor.ts'
import { requestStats } from './request-stats.ts'

const text = { type: 'string', maxLength: 200 }
const time = { type: 'string', format: 'date-time', maxLength: 40 }

/** What lists and counts are narrowed by. */
const filters = {
  operation: { ...text, description: 'The name of an operation.' },
  contract: { ...text, description: 'The id of a contract.' },
  requestId: text,
  status: {
    type: 'string',
    pattern: '^[1-5]([0-9]{2}|xx)$',
    description: 'A status such as `404`, or a class: `5xx`.',
  },
  since: { ...time, description: 'Calls that came at this time or later.' },
  until: { ...time, description: 'Calls that came before this time.' },
} as const

interface FilterInput {
  operation?: string
  contract?: string
  requestId?: string
  status?: string
  since?: string
  until?: string
}

/** How the journal is switched on. */
const switches: Readonly<Record<ConsoleKind, string>> = {
  server: 'serve(agent, { journal: true })',
  gateway: '`journal: true` in gateway.yaml',
}

/** So many entries of one request id: callers may use theirs again. */
const mostOfOne = 50
/** So many of the newest entries are counted at most. */
const mostCounted = 10_000

export function requestOperations(parts: ConsoleParts): Record<string, Operation> {
  const { prefix, runtime } = parts
  const journalOf = (): RequestJournal => {
    if (parts.journal !== undefined) return parts.journal
    throw refuse('not-found', `The request journal is off. Switch it on: ${switches[parts.kind]}.`, {
      code: 'JOURNAL_OFF',
      began: false,
    })
  }
  /** Of the tenant of the operator alone. */
  const filterOf = ({ principal }: Context, input: FilterInput): JournalFilter => {
    const { tenant } = demandOperatorRole(parts, principal)
    const { operation: name, contract, requestId, status, since, until } = input
    return {
      tenant,
      operation: name,
      contract,
      requestId,
      status: rangeOf(status),
      since: instant(since, '/since'),
      until: instant(until, '/until'),
    }
  }

  return {
    'requests.list': operation({
      title: 'List requests',
      description: 'What callers of the tenant asked for, newest first. Bodies are not listed.',
      route: `GET ${prefix}/requests`,
      input: {
        type: 'object',
        properties: {
          ...filters,
          limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
          cursor: { type: 'string', pattern: '^[0-9]{1,15}$', description: 'Where the last page ended.' },
        },
      },
      output: { type: 'array', items: { type: 'object' } },
      headers: (outcome, input) => nextPage(`${prefix}/requests`, outcome, input),
      async handler(input, context) {
        const { limit = 50, cursor, ...rest } = input as FilterInput & { limit?: number; cursor?: string }
        const filter = filterOf(context, rest)
        const before = cursor === undefined ? undefined : Number(cursor)
        const found = await journalOf().list({ ...filter, before, limit: limit + 1, withBodies: false })
        const entries = found.slice(0, limit)
        const last = found.length > limit ? entries.at(-1) : undefined
        return {
          kind: 'completed',
          payload: {
            kind: 'rows',
            rows: entries.map(entry => lineOf(entry, prefix)) as Json[],
            page: { limit, ...(last === undefined ? undefined : { next: String(last.seq) }) },
          },
          ...(entries.length === 0 ? { emptyReason: 'no_match' } : undefined),
        }
      },
    }),
    'requests.stats': operation({
      title: 'Count requests',
      description: `Counts, latencies and findings over time, by route and by rule, of the newest ${mostCounted} requests that fit.`,
      route: `GET ${prefix}/requests/stats`,
      effects: 'none',
      input: {
        type: 'object',
        properties: { ...filters, buckets: { type: 'integer', minimum: 1, maximum: 120, default: 60 } },
      },
      output: { type: 'object' },
      async handler(input, context) {
        const { buckets = 60, ...rest } = input as FilterInput & { buckets?: number }
        const filter = filterOf(context, rest)
        const until = filter.until ?? runtime.now()
        const since = filter.since ?? until - 60 * 60 * 1000
        const range = { ...filter, since, until, limit: mostCounted + 1, withBodies: false }
        const entries = await journalOf().list(range)
        return requestStats(entries.slice(0, mostCounted), {
          since,
          until,
          buckets,
          isPartial: entries.length > mostCounted,
        })
      },
    }),
    'requests.get': operation({
      title: 'Read a request',
      description:
        'All entries of a request id, the oldest first: a caller may send the same id again. `seq-N` is the entry at one place.',
      route: `GET ${prefix}/requests/{id}`,
      effects: 'none',
      input: { type: 'object', required: ['id'], properties: { id: text } },
      output: { type: 'object' },
      async handler(input, context) {
        const { id } = input as { id: string }
        const { tenant } = filterOf(context, {})
        const [, seq] = /^seq-(\d{1,15})$/.exec(id) ?? []
        const journal = journalOf()
        const entries =
          seq === undefined
            ? await journal.list({ tenant, requestId: id, limit: mostOfOne })
            : await journal.list({ tenant, after: Number(seq) - 1, before: Number(seq) + 1, limit: 1 })
        const [first] = entries
        if (first === undefined) {
          throw refuse('not-found', 'There is no such request in the journal.', {
            code: 'REQUEST_NOT_FOUND',
            began: false,
          })
        }
        return {
          requestId: first.requestId,
          entries: entries.toSorted((one, other) => one.seq - other.seq).map(storyOf) as unknown as Json[],
        }
      },
    }),
  }
}

/** An entry as a list shows it. */
export type RequestLine = ReturnType<typeof lineOf>

/** An entry as a page of its own shows it. */
export type RequestStory = ReturnType<typeof storyOf>

function storyOf({ at, ...entry }: PlacedEntry) {
  return { ...entry, at: timeText(at) }
}

/** What is long is counted. */
function lineOf({ stages: _, losses, findings, bodies: __, at, tenant: ___, ...line }: PlacedEntry, prefix: string) {
  const id = line.requestId === '' ? `seq-${line.seq}` : encodeURIComponent(line.requestId)
  return {
    ...line,
    at: timeText(at),
    findings: findings.length,
    losses: losses.length,
    links: { self: `${prefix}/requests/${id}` },
  }
}

function timeText(at: number): string {
  return new Date(at).toISOString()
}

function rangeOf(status: string | undefined): { from: number; to: number } | undefined {
  if (status === undefined) return undefined
  const from = Number(status.replace('xx', '00'))
  return { from, to: status.endsWith('xx') ? from + 99 : from }
}

function instant(value: string | undefined, pointer: string): number | undefined {
  if (value === undefined) return undefined
  const at = Date.parse(value)
  if (!Number.isNaN(at)) return at
  throw refuse('invalid', 'The request is not valid.', {
    began: false,
    issues: [{ pointer, message: 'Expected a date and time such as 2026-01-31T12:00:00Z.', location: 'query' }],
  })
}
