/** `/agents/run/sync` and `/agents/run/stream`: one envelope, whatever happens. */
import type { Agent, Operation } from '../agent/define.ts'
import type { Issue } from '../outcome/fault.ts'
import { fault } from '../outcome/fault.ts'
import { failed } from '../outcome/outcome.ts'
import { httpWire } from '../wire/http.ts'
import { admit, type Peer } from './app.ts'
import { readRequestBody } from './body.ts'
import { execute, type Plan, refuse } from './execute.ts'
import { served } from './negotiate.ts'

/** A task type is an operation's key, as it stands or in capitals: `litRetrieval` is `LIT_RETRIEVAL`. */
export function taskTypeOf(key: string): string {
  return key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[.-]/g, '_')
    .toUpperCase()
}

function operationFor(agent: Agent, taskType: string): [string, Operation] | undefined {
  return Object.entries(agent.operations).find(([key]) => key === taskType || taskTypeOf(key) === taskType)
}

export async function runEndpoint(open: Parameters<typeof admit>[0], stream: boolean, peer: Peer): Promise<Response> {
  const { site, request } = open
  const contract = site.offers.contracts.find(({ id }) => id === 'agent-run')
  const own = contract === undefined ? undefined : served(contract)
  if (own?.face.request === undefined) return refuse(open, failed(fault('not-found', 'agent-run is not served here.')))
  const plan = { ...open, served: own, vary: ['Accept'], stream }
  const read = await readRequestBody(request, site.maxBodyBytes)
  if (!read.ok) return refuse({ ...plan, headers: { ...plan.headers, ...read.headers } }, failed(read.fault))
  const { call, findings } = own.face.request.decode(
    httpWire({
      method: 'POST',
      target: new URL(request.url).pathname,
      headers: Object.fromEntries(request.headers),
      body: read.body,
    }),
  )
  const requestId = call.exchange.requestId ?? ''
  const exchange = {
    ...plan.exchange,
    ...call.exchange,
    requestId: requestId === '' ? plan.exchange.requestId : requestId,
  }
  const known: Plan & { stream: boolean } = { ...plan, exchange: { ...exchange, operation: call.operation } }
  const broken = findings.filter(({ level }) => level === 'must')
  if (broken.length > 0) {
    const issues = broken.map(({ pointer, message }): Issue => ({ pointer, message, location: 'body' }))
    return refuse(known, failed(fault('invalid', 'The request is not valid.', { issues, began: false })))
  }
  const found = operationFor(site.agent, call.operation)
  if (found === undefined) {
    const unsupported = fault('invalid', 'There is no such task type.', { code: 'UNSUPPORTED_TASK_TYPE', began: false })
    return refuse(known, failed(unsupported))
  }
  const [name, definition] = found
  const admitted = await admit(known, definition, name, peer)
  if ('refusal' in admitted) return admitted.refusal
  return execute({
    ...admitted.plan,
    operation: call.operation,
    call: { ...call, operation: name, exchange },
    definition,
    principal: admitted.principal,
    stream,
  })
}
