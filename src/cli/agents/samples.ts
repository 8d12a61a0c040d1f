/** Calls to copy: one for every operation, and one for every contract. */
import type { Agent, Operation } from '../../agent/define.ts'
import { contracts } from '../../contracts/registry.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { taskTypeOf } from '../../server/agent-run.ts'

/** A value that a schema would accept, as far as it tells. */
export function sampleOf(schema: JsonObject): Json {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.examples) && schema.examples[0] !== undefined) return schema.examples[0]
  if (Array.isArray(schema.enum) && schema.enum[0] !== undefined) return schema.enum[0]
  switch ([schema.type].flat()[0]) {
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : Number(schema.exclusiveMinimum) + 1))
    case 'boolean':
      return true
    case 'array':
      return isObject(schema.items) ? [sampleOf(schema.items)] : []
    case 'object':
      return sampleObject(schema)
    case 'null':
      return null
    default:
      return 'x'.padEnd(Number(schema.minLength ?? 1), 'x')
  }
}

function sampleObject(schema: JsonObject): JsonObject {
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = isObject(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, member]) => [name, isObject(member) ? sampleOf(member) : null]),
  )
}

/** A curl for an operation: its REST route when it has one, else the run endpoint. */
export function curlOf(url: string, name: string, operation: Operation, envelope?: string): string {
  const sample = sampleOf(operation.input.json)
  const input = isObject(sample) ? sample : {}
  if (operation.route === undefined) {
    const body = { request_id: 'r-1', task_type: taskTypeOf(name), inputs: input }
    return curl('POST', `${url}/agents/run/sync`, body)
  }
  const [method = 'GET', path = '/'] = operation.route.split(' ')
  const used = new Set<string>()
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    used.add(parameter)
    return encodeURIComponent(String(input[parameter] ?? 'x'))
  })
  const rest = Object.fromEntries(Object.entries(input).filter(([key]) => !used.has(key)))
  const target = new URL(url + filled)
  if (envelope !== undefined) target.searchParams.set('envelope', envelope)
  if (method !== 'GET' && method !== 'DELETE') return curl(method, target.href, rest)
  for (const [key, value] of Object.entries(rest)) target.searchParams.set(key, String(value))
  return curl(method, target.href)
}

function curl(method: string, url: string, body?: JsonObject): string {
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : ` -X ${method}`
  const data = body === undefined ? '' : ` -H 'content-type: application/json' -d ${quoted(JSON.stringify(body))}`
  return `curl -s${verb} ${quoted(url)}${data}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Every line that `replywire dev` prints. */
export function callsToCopy(url: string, agent: Agent): { title: string; curl: string }[] {
  const operations = Object.entries(agent.operations)
  const [first] = operations.filter(([, { route }]) => route !== undefined)
  const spoken = contracts.filter(({ editions, current }) => editions[current]?.http !== undefined)
  return [
    ...operations.map(([name, operation]) => ({ title: name, curl: curlOf(url, name, operation) })),
    ...(first === undefined
      ? []
      : spoken.map(({ id }) => ({ title: `${first[0]} in ${id}`, curl: curlOf(url, first[0], first[1], id) }))),
  ]
}
