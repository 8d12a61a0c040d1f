/** What `replywire trigger` sends: examples of the contract, or calls of the operations that the service publishes. */
import type { ProbeConnection } from '../../check/exchange.ts'
import { requestOf } from '../../check/http-connection.ts'
import { publishedCases } from '../../check/published.ts'
import { probingOf } from '../../check/run-check.ts'
import { contractMembers } from '../../check/tools.ts'
import type { ProbeRequest } from '../../codec/probing.ts'
import type { NamedContract } from '../choose-contract.ts'
import { printable } from '../columns.ts'
import { usageError } from '../usage.ts'

export const sampleKinds = ['request', 'webhook'] as const

export type SampleKind = (typeof sampleKinds)[number]

export interface TriggerSample {
  readonly message: SampleKind
  /** The operation that it calls, where the service publishes it. */
  readonly operation?: string
  readonly request: ProbeRequest
}

export interface Samples {
  readonly samples: readonly TriggerSample[]
  /** Operations that may change something, and were not allowed to. */
  readonly skipped: readonly string[]
}

/** The messages of the wanted kinds, each once. */
export async function samplesOf(
  chosen: NamedContract,
  connection: ProbeConnection,
  { kinds, allowEffects }: { readonly kinds: readonly SampleKind[]; readonly allowEffects: boolean },
): Promise<Samples> {
  const { contract } = chosen
  // A contract without a path of its own leaves the routes to the service: what it publishes says what can be sent.
  const isPublished = kinds.includes('request') && contract.calling?.hasTarget !== true
  const own = await examplesOf(
    chosen,
    kinds.filter(kind => kind === 'webhook' || !isPublished),
  )
  const probing = await probingOf(contract)
  const cases = isPublished ? await publishedCases(connection, contract, probing) : []
  const allowed = cases.filter(({ hasEffects }) => allowEffects || !hasEffects)
  const calls = allowed.map((probeCase): TriggerSample => {
    const { operation } = probeCase
    const input = { ...contractMembers(probeCase, probing, connection), ...probeCase.input }
    const { body, ...request } = requestOf({ probeCase, operation, input, headers: {}, stream: false }, unsent, chosen)
    const text = body === undefined ? undefined : { text: JSON.stringify(body) }
    return { message: 'request', operation, request: { ...request, ...text } }
  })
  const skipped = cases.filter(one => !allowed.includes(one)).map(({ operation }) => operation)
  const samples = [...calls, ...own]
  if (samples.length > 0) return { samples, skipped }
  if (skipped.length > 0) {
    throw usageError('Every operation of the service may have effects: pass --allow-effects to call them.')
  }
  const what = kinds.join(' or ')
  const why = isPublished ? ', and the service publishes no operations in /openapi.json' : ''
  throw usageError(`${printable(contract.id)} has no sample ${what} for HTTP${why}; see replywire check.`)
}

/** The ids of a request are sent in its headers. */
const unsent = { requestId: '', correlationId: '' }

/** The good examples of the contract that can be sent over HTTP. */
async function examplesOf({ edition }: NamedContract, kinds: readonly SampleKind[]): Promise<TriggerSample[]> {
  const found = new Map<string, TriggerSample>()
  for (const { good } of Object.values((await edition.examples?.()) ?? {})) {
    const { wire } = good
    const message = kinds.find(kind => kind === good.message)
    if (message === undefined || wire.carrier !== 'http') continue
    const text = wire.body.text()
    const target = message === 'request' ? (wire.target ?? '') : ''
    const headers = { ...wire.headers, 'content-type': 'application/json' }
    found.set(`${message} ${text}`, { message, request: { method: wire.method ?? 'POST', target, headers, text } })
  }
  return [...found.values()]
}
