/** Calls to copy: one for every operation, and one for every contract. */
import type { Agent, Operation } from '../../agent/define.ts'
import type { Contract } from '../../codec/contract.ts'
import { contracts } from '../../contracts/registry.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { saidBy, sampleOf } from '../../lib/sample-input.ts'
import { taskTypeOf } from '../../lib/task-type.ts'
import { headerName } from '../../server/http/gather-input.ts'

export interface CallToCopy {
  /** The operation, and what has to be changed before the call can succeed. */
  title: string
  curl: string
}

export interface SampleServer {
  readonly url: string
  /** Whether the server asks callers who they are. */
  readonly authenticates: boolean
}

const pathParameters = /\{(\w+)\}/g

/** A curl for an operation: its REST route when it has one, else the run endpoint. */
async function callOf({ url, authenticates }: SampleServer, name: string, operation: Operation, contract?: Contract) {
  const sample = sampleOf(operation.input.json)
  const input = isObject(sample) ? sample : {}
  const title = contract === undefined ? name : `${name} in ${contract.id}`
  const changes = await changesTo(operation, input, authenticates)
  return {
    title: changes.length === 0 ? title : `${title} (first ${changes.join('; ')})`,
    curl: curlOf(url, name, operation, input, contract),
  }
}

/** What only the author of the agent knows: an id that exists, a text that a pattern accepts. */
async function changesTo(operation: Operation, sample: JsonObject, authenticates: boolean): Promise<string[]> {
  const { input, route = '' } = operation
  const properties = isObject(input.json.properties) ? input.json.properties : {}
  const unknown = [...route.matchAll(pathParameters)]
    .map(([, parameter = '']) => parameter)
    .filter(parameter => {
      const schema = Object.hasOwn(properties, parameter) ? properties[parameter] : undefined
      return !isObject(schema) || saidBy(schema) === undefined
    })
  const validated = await input.validate(sample)
  const invalid = validated.ok ? [] : validated.issues.map(({ pointer }) => pointer || 'the input')
  const isClosed = operation.roles.length > 0 || (authenticates && !operation.public)
  return [
    ...(isClosed ? ['add your credentials'] : []),
    ...(unknown.length === 0 ? [] : [`put an existing ${unknown.join(', ')} into the path`]),
    ...(invalid.length === 0 ? [] : [`fill in ${[...new Set(invalid)].join(', ')}`]),
  ]
}

function curlOf(url: string, name: string, operation: Operation, input: JsonObject, contract?: Contract): string {
  if (operation.route === undefined) {
    const body = { request_id: crypto.randomUUID(), task_type: taskTypeOf(name), inputs: input }
    return curl('POST', `${url}/agents/run/sync`, {}, body)
  }
  const [method = 'GET', path = '/'] = operation.route.split(' ')
  const used = new Set<string>()
  const filled = path.replaceAll(pathParameters, (_, parameter: string) => {
    used.add(parameter)
    return encodeURIComponent(String(input[parameter] ?? 'x'))
  })
  const headers: Record<string, string> = {}
  for (const [key, place] of Object.entries(operation.locations)) {
    if (place !== 'header' || used.has(key) || input[key] === undefined) continue
    used.add(key)
    headers[headerName(key)] = String(input[key])
  }
  const rest = Object.entries(input).filter(([key]) => !used.has(key))
  const target = new URL(url + filled)
  if (contract !== undefined) target.searchParams.set('envelope', contract.id)
  if (method !== 'GET' && method !== 'DELETE') {
    // Some contracts refuse a call with effects that has no key.
    const keys = contract?.serving?.idempotency
    const key = keys?.isRequired && operation.effects !== 'none' ? { [keys.member]: crypto.randomUUID() } : {}
    return curl(method, target.href, headers, { ...key, ...Object.fromEntries(rest) })
  }
  for (const [key, value] of rest) for (const one of [value].flat()) target.searchParams.append(key, textOf(one))
  return curl(method, target.href, headers)
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function curl(method: string, url: string, headers: Record<string, string>, body?: JsonObject): string {
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : ` -X ${method}`
  const sent = body === undefined ? headers : { ...headers, 'content-type': 'application/json' }
  const heads = Object.entries(sent).map(([key, value]) => ` -H ${quoted(`${key}: ${value}`)}`)
  const data = body === undefined ? '' : ` -d ${quoted(JSON.stringify(body))}`
  return `curl -s${verb} ${quoted(url)}${heads.join('')}${data}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Every line that `replywire dev` prints. What creates a resource comes before what needs one. */
export async function callsToCopy(served: SampleServer, agent: Agent): Promise<CallToCopy[]> {
  const needsResource = ([, { route = '' }]: [string, Operation]): number => Number(route.includes('{'))
  const operations = Object.entries(agent.operations).sort((a, b) => needsResource(a) - needsResource(b))
  const first = operations.find(([, { route }]) => route !== undefined)
  const overHttp = contracts.filter(({ editions, current }) => editions[current]?.http !== undefined)
  return Promise.all([
    ...operations.map(([name, operation]) => callOf(served, name, operation)),
    ...(first === undefined ? [] : overHttp.map(contract => callOf(served, first[0], first[1], contract))),
  ])
}
