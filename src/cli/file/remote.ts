/** A remote agent that answers request files: over HTTP in a contract that is named, or over MCP or A2A. */

import type { Client } from '../../client/client.ts'
import type { OfferedOperation } from '../../client/connection.ts'
import type { RequestHandler } from '../../files/index.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import { readJsonText } from '../../wire/json.ts'
import { count } from '../columns.ts'

/** Asks an agent, and reads its answer by its contract. `operation` is the tool or skill to use. */
export function remoteHandler(
  client: Client,
  operation: string | undefined,
  notice: (line: string) => void,
): RequestHandler {
  return async (call, { signal }) => {
    const offered = await offeredBy(client, signal)
    const wanted = operation ?? call.operation
    const found = offered === undefined ? undefined : operationFor(offered, wanted, operation === undefined)
    if (offered !== undefined && found === undefined) {
      const known = offered.map(({ name }) => name).join(', ')
      const text = `The remote agent has no operation of that name; it has ${known === '' ? 'none' : known}.`
      return failed(fault('not-found', text, { code: 'AGENT_NOT_FOUND', began: false }))
    }
    // The id of the request is its idempotency key: a host that takes over asks for the same work, not for more.
    const { operation: _, input, exchange: ids, idempotencyKey, deadlineMs, ...members } = call
    const answered = await client.call(found?.name ?? call.operation, inputFor(found, input), {
      signal,
      wait: true,
      exchange: ids,
      key: idempotencyKey ?? ids.requestId ?? '',
      members: { ...members, ...(deadlineMs === undefined ? undefined : { deadlineMs }) },
    })
    signal.throwIfAborted()
    const { outcome, exchange, findings, contract } = answered
    for (const line of answered.notes) notice(line)
    const broken = findings.filter(({ level }) => level === 'must')
    if (broken.length === 0 || contract === undefined) return { outcome, exchange: kept(exchange) }
    const problem = `remote answer breaks ${contract.id}@${contract.version} in ${count(broken.length, 'place')}`
    const rules = [...new Set(broken.map(({ rule }) => rule))].join(', ')
    // Whatever is there may be of another contract, or of no agent at all: it is not passed on as a success.
    if (outcome.kind === 'completed') return failed(fault('integrity', `The ${problem}: ${rules}.`))
    notice(`the ${problem} (${rules}); it was read tolerantly`)
    return { outcome, exchange: kept(exchange) }
  }
}

/** What is offered; who cannot be reached says so when it is called. */
async function offeredBy(client: Client, signal: AbortSignal): Promise<readonly OfferedOperation[] | undefined> {
  try {
    return await client.list({ signal })
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

/** The operation of a name, in any spelling; else the only one, if no name was given. */
function operationFor(
  offered: readonly OfferedOperation[],
  wanted: string,
  mayGuess: boolean,
): OfferedOperation | undefined {
  const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const exact = offered.find(({ name }) => name === wanted)
  if (exact !== undefined) return exact
  const alike = offered.filter(({ name }) => bare(name) === bare(wanted))
  if (alike.length === 1) return alike[0]
  return mayGuess && offered.length === 1 ? offered[0] : undefined
}

/**
 * A prompt that is a JSON object is the input, with the members of the context; text is the member `prompt`, or the
 * one text that the operation demands.
 */
function inputFor(offered: OfferedOperation | undefined, input: Json): Json {
  if (!isObject(input) || typeof input.prompt !== 'string') return input
  const prompt = readJsonText(input.prompt)
  const context = isObject(input.context) ? input.context : undefined
  if (prompt.ok && isObject(prompt.value)) return { ...context, ...prompt.value }
  const { properties, required }: JsonObject = offered?.input ?? {}
  if (!isObject(properties) || Object.hasOwn(properties, 'prompt')) return input
  const missing = (Array.isArray(required) ? required : []).filter(
    name => context === undefined || !(String(name) in context),
  )
  const [name] = missing
  const only = typeof name === 'string' && missing.length === 1 ? properties[name] : undefined
  return isObject(only) && only.type === 'string' ? { ...context, [name as string]: input.prompt } : { ...context }
}

/** What is kept of the remote exchange; ids and times are those of the file. */
function kept({ conversationId, correlationId, query, billing, replayed }: Exchange): Exchange {
  const members = { conversationId, correlationId, query, billing, replayed }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
