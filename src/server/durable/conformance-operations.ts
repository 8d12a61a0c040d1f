/**
 * Checks of other services for operators, from the console. The address goes through the guard of webhooks, and only what
 * was checked is connected to; none of this server's credentials are sent.
 */
import { refuse } from '../../agent/answers.ts'
import { type Operation, operation } from '../../agent/define.ts'
import type { ProbeConnection } from '../../check/exchange.ts'
import type { CheckResult } from '../../check/report.ts'
import { contractNamed, contractRows } from '../../contracts/rows.ts'
import type { Json } from '../../lib/json-value.ts'
import { type CheckedAddress, pinned, resolveUrl } from '../../runtime/webhooks/guard.ts'
import type { ConsoleParts } from './console-operations.ts'
import { demandOperatorRole } from './console-roles.ts'

/** What a check reaches by an address. */
const carriers = ['http', 'mcp', 'a2a'] as const
type CheckedCarrier = (typeof carriers)[number]

/** Over which of them a contract is available. */
const carriersOf = new Map(
  contractRows.map(({ id, versions, current }) => [id, carriers.filter(name => versions[current]?.includes(name))]),
)
const checkable = [...carriersOf].flatMap(([id, spoken]) => (spoken.length > 0 ? [id] : []))

/** A check as a whole, and one request of it. */
const times = { wholeMs: 120_000, requestMs: 10_000 }
/** Checks at once, of all callers. */
const mostRunning = 4
/** Findings of one check that are reported. */
const mostFindings = 50

const CheckInput = {
  type: 'object',
  required: ['url', 'contract'],
  properties: {
    url: { type: 'string', maxLength: 2048, description: 'The address of the service, without credentials.' },
    contract: { enum: checkable },
    carrier: {
      enum: [...carriers],
      description: 'The carrier. Default: HTTP, where the contract is available over it.',
    },
    allowEffects: {
      type: 'boolean',
      default: false,
      description: 'Whether operations with effects may be called.',
    },
  },
}

interface CheckRequest {
  url: string
  contract: string
  carrier?: CheckedCarrier
  allowEffects?: boolean
}

export function conformanceOperations(parts: ConsoleParts): Record<string, Operation> {
  const running = new Set<string>()
  return {
    'conformance.check': operation({
      title: 'Check a service',
      description:
        'Probes a service over HTTP, MCP or A2A and reports what breaks its contract. One at a time for each caller.',
      route: `POST ${parts.prefix}/conformance/checks`,
      effects: 'additive',
      input: CheckInput,
      output: { type: 'object' },
      async handler(input, context) {
        const { tenant, subject } = demandOperatorRole(parts, context.principal)
        const caller = JSON.stringify([tenant, subject])
        if (running.has(caller) || running.size >= mostRunning) {
          throw refuse('conflict', 'Another check is running. Wait for its end.', {
            code: 'CHECK_RUNNING',
            began: false,
          })
        }
        running.add(caller)
        try {
          return await check(input as unknown as CheckRequest, parts.checks, context)
        } finally {
          running.delete(caller)
        }
      },
    }),
  }
}

interface CheckContext {
  readonly signal: AbortSignal
  progress(fraction?: number, message?: string): unknown
}

async function check(
  { url, contract: id, carrier, allowEffects = false }: CheckRequest,
  { allowLoopback }: ConsoleParts['checks'],
  { signal, progress }: CheckContext,
): Promise<{ [name: string]: Json }> {
  const spoken = carriersOf.get(id) ?? []
  const face = carrier ?? spoken[0]
  if (face === undefined || !spoken.includes(face)) throw notSpoken(spoken)
  const target = await resolveUrl(url, { allowLoopback })
  if (!target.ok) throw notAllowed(target)
  const contract = await contractNamed(id)
  const edition = contract?.editions[contract.current]
  if (contract === undefined || edition === undefined) throw new TypeError('The contract was listed, and is gone.')
  const [{ connect, editionFor }, { probingOf, runCheck }, { publishedCases }, { HarnessError }] = await Promise.all([
    import('../../check/connect.ts'),
    import('../../check/run-check.ts'),
    import('../../check/published.ts'),
    import('../../check/harness-error.ts'),
  ])
  const end = AbortSignal.any([signal, AbortSignal.timeout(times.wholeMs)])
  const lookup = pinned(target.addresses)
  let connection: ProbeConnection | undefined
  try {
    connection = await connect(target.url.href, { contract, edition, face, timeoutMs: times.requestMs, lookup })
    const probing = await probingOf(contract)
    const cases = await publishedCases(connection, contract, probing)
    let planned = 1
    let ended = 0
    const report = await runCheck({
      contract,
      edition: editionFor(contract, edition, connection),
      connection,
      cases,
      target: `${target.url.origin}${target.url.pathname}`,
      allowEffects,
      signal: end,
      onPlan: ids => {
        planned = Math.max(1, ids.length)
      },
      onEnd: ({ title, status }) => {
        ended += 1
        progress(Math.min(1, ended / planned), `${status}: ${title}`)
      },
    })
    return { ...report, checks: report.checks.map(shown) } as unknown as { [name: string]: Json }
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    throw refuse(
      'dependency',
      `The service cannot be checked: it does not answer as a service over ${names[face]} does.`,
      {
        code: 'NOT_CHECKED',
      },
    )
  } finally {
    await connection?.close()
  }
}

/** Without the bytes that the service sent. */
function shown({ id, title, status, findings, reason, requests }: CheckResult) {
  return {
    id,
    title,
    status,
    requests,
    ...(reason === undefined ? undefined : { reason }),
    findings: findings
      .slice(0, mostFindings)
      .map(({ rule, level, pointer, message, clause, fix }) => ({ rule, level, pointer, message, clause, fix })),
  }
}

const names: Readonly<Record<CheckedCarrier, string>> = { http: 'HTTP', mcp: 'MCP', a2a: 'A2A' }

function notSpoken(spoken: readonly CheckedCarrier[]) {
  const message = `This contract is available over ${spoken.map(name => names[name]).join(', ')}.`
  return refuse('invalid', 'The request is not valid.', {
    began: false,
    issues: [{ pointer: '/carrier', message, location: 'body' }],
  })
}

function notAllowed(target: Extract<CheckedAddress, { ok: false }>) {
  const isAway = target.reason === 'lookup-failed'
  const message = isAway
    ? 'The name of the host cannot be resolved. Check the address.'
    : 'This address is not checked: it must be public, with https and without credentials.'
  return refuse('invalid', message, {
    code: 'ADDRESS_REFUSED',
    began: false,
    issues: [{ pointer: '/url', message: `Refused: ${target.reason}.`, location: 'body' }],
  })
}
