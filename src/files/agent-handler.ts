/** A Replywire agent as the handler of request files. */
import type { Agent, Operation } from '../agent/define.ts'
import { type RunInProcess, runCall } from '../agent/run-call.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import type { Exchange } from '../outcome/exchange.ts'
import { fault } from '../outcome/fault.ts'
import { failed, type Outcome } from '../outcome/outcome.ts'
import { readJsonText } from '../wire/json.ts'
import type { RequestHandler } from './answer.ts'

/**
 * Runs an agent's operations for request files. `agent_name` names the operation: by its key, in any spelling
 * (`agent-content-enhancer`, `agent_content_enhancer`, `agentContentEnhancer`); an agent with one operation runs that.
 *
 * @example
 * await answerRequest({ dir: '/work/site' }, agentHandler(agent))
 */
export function agentHandler(
  agent: Agent,
  { perform, ...options }: Pick<RunInProcess, 'principal' | 'log'> & { perform?: Perform } = {},
): RequestHandler {
  const performed: Perform = perform ?? ((call, signal) => runCall(agent, call, { ...options, signal }))
  return async (call, { signal }) => {
    const found = operationFor(agent, call.operation)
    if (found === undefined) {
      const known = Object.keys(agent.operations).join(', ')
      const message = `The agent ${agent.name} has no operation of that name; it has ${known}.`
      return failed(fault('not-found', message, { code: 'AGENT_NOT_FOUND', began: false }))
    }
    const [operation, definition] = found
    const input = inputFor(definition, call)
    return performed({ ...call, operation, input }, signal)
  }
}

/** Runs a call. Default: in this process, where nothing is kept of it. */
export type Perform = (call: Call, signal: AbortSignal) => Promise<{ outcome: Outcome; exchange: Exchange }>

/** The operation that a name means; undefined when it could be several or none. */
export function operationFor(agent: Agent, name: string): [string, Operation] | undefined {
  const all = Object.entries(agent.operations)
  const exact = all.find(([key]) => key === name)
  if (exact !== undefined) return exact
  const alike = all.filter(([key]) => bare(key) === bare(name))
  if (alike.length === 1) return alike[0]
  return all.length === 1 ? all[0] : undefined
}

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * The input of an operation from a prompt and a context. An operation that takes a `prompt` gets it, with `context`
 * and `model` where it takes them too, else with the context's members in addition. Any other gets the context's
 * members, and the prompt's own if that is a JSON object; a prompt in words fills the one text that is still missing.
 */
export function inputFor({ input: { json } }: Operation, { input }: Call): Json {
  if (!isObject(input) || typeof input.prompt !== 'string') return input
  const { prompt, model } = input
  const context = isObject(input.context) ? input.context : {}
  const properties = isObject(json.properties) ? json.properties : undefined
  if (properties === undefined) return input
  const takes = (name: string): boolean => Object.hasOwn(properties, name)
  if (takes('prompt')) {
    return {
      ...(takes('context') ? { context } : context),
      ...(takes('model') && model !== undefined ? { model } : undefined),
      prompt,
    }
  }
  const promptJson = readJsonText(prompt)
  if (promptJson.ok && isObject(promptJson.value)) return { ...context, ...promptJson.value }
  const name = missingText(json, properties, context)
  return name === undefined ? context : { ...context, [name]: prompt }
}

/** The one text that an operation demands and the context does not give. */
function missingText(json: JsonObject, properties: JsonObject, context: JsonObject): string | undefined {
  const required = Array.isArray(json.required) ? json.required : []
  const missing = required.filter(name => typeof name === 'string' && !Object.hasOwn(context, name)) as string[]
  const [name] = missing
  if (name === undefined || missing.length > 1) return undefined
  const property = properties[name]
  return isObject(property) && property.type === 'string' ? name : undefined
}
