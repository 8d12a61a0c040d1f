/** `/agents/run/sync` and `/agents/run/stream`: one envelope, whatever happens. */
import type { Agent, Operation } from '../agent/define.ts'
import { isObject, type Json } from '../lib/json-value.ts'
import { taskTypeOf } from '../lib/task-type.ts'
import type { Issue } from '../outcome/fault.ts'
import { fault } from '../outcome/fault.ts'
import { failed } from '../outcome/outcome.ts'
import { httpWire } from '../wire/http.ts'
import { identify, type Peer, welcome } from './admit.ts'
import { readRequestBody } from './body.ts'
import { besideOf } from './durable/asked.ts'
import { execute } from './execute.ts'
import { located } from './finish.ts'
import { type Offers, served } from './negotiate.ts'
import { type Plan, refuse, withHeaders } from './plan.ts'

export { taskTypeOf } from '../lib/task-type.ts'

/** What may be asked for at the run endpoints: agent-run alone; nothing where it is not served. */
export function runOffers({ contracts }: Offers): Offers | undefined {
  const contract = contracts.find(({ id }) => id === 'agent-run')
  const mount = contract === undefined ? undefined : served(contract)
  return mount === undefined ? undefined : { contracts: [mount.contract], mount }
}

function operationFor(agent: Agent, taskType: string): [string, Operation] | undefined {
  return Object.entries(agent.operations).find(([key]) => key === taskType || taskTypeOf(key) === taskType)
}

export async function runEndpoint(plan: Plan, stream: boolean, peer: Peer): Promise<Response> {
  const { site, request, open } = plan
  const decode = plan.served.face.request?.decode
  if (decode === undefined || plan.served.contract.id !== 'agent-run') {
    return refuse(plan, failed(fault('not-found', 'agent-run is not served here.', { began: false })))
  }
  // Which operation is wanted stands in the body: nobody's is read who could call none.
  const isAnyPublic = Object.values(site.agent.operations).some(operation => operation.public)
  const known = await identify(plan, { name: '', public: isAnyPublic }, peer)
  if ('refusal' in known) return known.refusal
  const read = await open.orStopped(readRequestBody(request, site.maxBodyBytes))
  const { pathname: target } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  const decoded = read.ok ? decode(httpWire({ method: 'POST', target, headers, body: read.body })) : undefined
  const found = decoded === undefined ? undefined : operationFor(site.agent, decoded.call.operation)
  const [name = '', definition] = found ?? []
  const called = read.ok ? namedBy(plan, read.value, name) : plan
  const admitted = welcome(called, { name, public: definition?.public ?? false }, known.principal, peer)
  if ('refusal' in admitted) return admitted.refusal
  const welcomed = admitted.plan
  if (!read.ok) return refuse(withHeaders(welcomed, read.headers), failed(read.fault))
  const broken = decoded?.findings.filter(({ level }) => level === 'must') ?? []
  if (decoded === undefined || broken.length > 0) {
    const issues = broken.map(({ pointer, message }): Issue => ({ pointer, message, location: 'body' }))
    return refuse(welcomed, failed(fault('invalid', 'The request is not valid.', { issues, began: false })))
  }
  if (definition === undefined) {
    const unsupported = fault('invalid', 'There is no such task type.', { code: 'UNSUPPORTED_TASK_TYPE', began: false })
    return refuse(welcomed, failed(unsupported))
  }
  const asked = site.durable.asked({
    contract: plan.served.contract,
    body: read.body,
    input: decoded.call.input,
    effects: definition.effects,
    beside: besideOf(request.headers),
  })
  if ('category' in asked) return refuse(welcomed, failed(asked))
  return execute({
    ...welcomed,
    call: { ...decoded.call, operation: name, exchange: welcomed.exchange },
    definition,
    asked,
    principal: known.principal,
    stream,
    finish: outcome => located(outcome, inInputs),
  })
}

/** What a body names itself by: its request id and task type come back to the letter, whatever they are. */
function namedBy(plan: Plan, body: Json | undefined, operation: string): Plan {
  const { request_id: requestId, task_type: taskType } = isObject(body) ? body : {}
  return {
    ...plan,
    operation,
    exchange: {
      ...plan.exchange,
      ...(typeof requestId === 'string' && requestId !== '' ? { requestId } : undefined),
      ...(typeof taskType === 'string' && taskType !== '' ? { operation: taskType } : undefined),
    },
  }
}

/** An operation's input is the `inputs` of the body. */
function inInputs(issues: readonly Issue[]): Issue[] {
  return issues.map(issue => ({ ...issue, pointer: `/inputs${issue.pointer}`, location: 'body' }))
}
