/** A remote agent that answers request files over HTTP, in any contract that is spoken there. */
import { faceOf } from '../../codec/check.ts'
import type { Face } from '../../codec/contract.ts'
import type { Handler } from '../../files/index.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import type { Call } from '../../outcome/call.ts'
import type { Exchange } from '../../outcome/exchange.ts'
import { fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { readJsonText } from '../../wire/json.ts'
import { type Chosen, spell } from '../choose-contract.ts'
import { count } from '../columns.ts'
import { usageError } from '../usage.ts'
import { post } from './post.ts'

/** Posts the request to an agent, and reads its answer by its contract. */
export function remoteHandler(
  address: string,
  chosen: Chosen,
  token: string | undefined,
  notice: (line: string) => void,
): Handler {
  const url = addressOf(address)
  const { contract, edition } = chosen
  if (edition.http === undefined) throw usageError(`${spell(chosen)} is not spoken over HTTP.`)
  const face = faceOf<HttpWire>(contract, edition, 'http')
  return async (call, { signal }) => {
    const sent = requestOf(face, { ...call, input: inputOf(call.input) })
    const target = contract.id === 'agent-run' ? under(url, sent.target ?? '') : url
    const headers = { ...sent.headers, ...(token === undefined ? undefined : { authorization: `Bearer ${token}` }) }
    const got = await post(target, { headers, body: sent.body.bytes, signal })
    if ('fault' in got) return failed(got.fault)
    const { outcome, exchange, findings } = face.decode(got.wire)
    const broken = findings.filter(({ level }) => level === 'must')
    if (broken.length === 0) return { outcome, exchange: kept(exchange) }
    const told = `remote answer breaks ${spell(chosen)} in ${count(broken.length, 'place')}`
    const rules = [...new Set(broken.map(({ rule }) => rule))].join(', ')
    // Whatever stands there may be of another contract, or of no agent at all: it is not passed on as a success.
    if (outcome.kind === 'completed') return failed(fault('integrity', `The ${told}: ${rules}.`))
    notice(`the ${told} (${rules}); read as it seems meant`)
    return { outcome, exchange: kept(exchange) }
  }
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const fits = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (fits) return url
  throw usageError('--url takes an http or https address without a password; a token goes into --token-env.')
}

/** The one endpoint that a contract names, unless the address ends with it already. */
function under(url: URL, target: string): URL {
  const base = url.pathname.replace(/\/+$/, '')
  if (base.endsWith(target)) return url
  const whole = new URL(url)
  whole.pathname = base + target
  return whole
}

/** A prompt that is a JSON object is the input, the context's members beside it; words are the member `prompt`. */
function inputOf(input: Json): Json {
  if (!isObject(input) || typeof input.prompt !== 'string') return input
  const spoken = readJsonText(input.prompt)
  if (!spoken.ok || !isObject(spoken.value)) return input
  return { ...(isObject(input.context) ? input.context : undefined), ...spoken.value }
}

/** The id of the request is its idempotency key: a host that takes over asks for the same work, not for more. */
function requestOf({ request }: Face<HttpWire>, call: Call): HttpWire {
  const { exchange } = call
  const known = { ...call, idempotencyKey: call.idempotencyKey ?? exchange.requestId ?? '' }
  if (request !== undefined) return request.encode(known).wire
  const safe = (text: string | undefined) =>
    text !== undefined && /^[\x21-\x7e]{1,128}$/.test(text) ? text : undefined
  return httpWire({
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, */*;q=0.9',
      'x-request-id': safe(exchange.requestId),
      'x-correlation-id': safe(exchange.correlationId),
      'idempotency-key': safe(known.idempotencyKey),
    },
    body: isObject(call.input) ? call.input : { value: call.input },
  })
}

/** What the remote exchange tells about the work; ids and times are the file's own. */
function kept({ conversationId, correlationId, query, billing, replayed }: Exchange): Exchange {
  const told = { conversationId, correlationId, query, billing, replayed }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
}
