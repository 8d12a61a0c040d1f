/** An agent over plain HTTP, in a contract that is named: one POST, one answer. */

import { post } from '../carriers/http/post.ts'
import { faceOf } from '../codec/check.ts'
import type { ContractEdition, Face } from '../codec/contract.ts'
import { isObject } from '../lib/json-value.ts'
import type { Call } from '../outcome/call.ts'
import { fault } from '../outcome/fault.ts'
import { type HttpWire, httpWire } from '../wire/http.ts'
import { readWire, withoutAnswer } from './read.ts'
import type { Upstream } from './upstream.ts'

export function httpUpstream(
  url: URL,
  contractEdition: ContractEdition,
  headers: Readonly<Record<string, string>>,
): Upstream {
  const { contract, edition } = contractEdition
  const face = faceOf<HttpWire>(contract, edition, 'http')
  return {
    title: `${contract.id} at ${url.href}`,
    open: async () => {},
    operations: async () => undefined,
    async call(call, { signal, timeoutMs } = {}) {
      const sent = requestOf(face, call)
      const target = contract.calling?.hasTarget ? under(url, sent.target ?? '') : url
      const deadline = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
      const stop = AbortSignal.any([signal, deadline].filter(one => one !== undefined))
      try {
        const whole = { ...sent.headers, ...headers }
        const got = await post(target, { headers: whole, body: sent.body.bytes, signal: stop })
        return 'fault' in got ? withoutAnswer(got.fault) : readWire(got.wire, contractEdition)
      } catch (error) {
        if (signal?.aborted || deadline?.aborted !== true) throw error
        return withoutAnswer(fault('timeout', 'The remote agent did not answer in time.'))
      }
    },
    close: async () => {},
  }
}

/** The one endpoint that a contract names, unless the address ends with it already. */
function under(url: URL, target: string): URL {
  const base = url.pathname.replace(/\/+$/, '')
  if (base.endsWith(target)) return url
  const whole = new URL(url)
  whole.pathname = base + target
  return whole
}

function requestOf({ request }: Face<HttpWire>, call: Call): HttpWire {
  if (request !== undefined) return request.encode(call).wire
  const { exchange, idempotencyKey } = call
  const safe = (text: string | undefined) =>
    text !== undefined && /^[\x21-\x7e]{1,128}$/.test(text) ? text : undefined
  return httpWire({
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, */*;q=0.9',
      'x-request-id': safe(exchange.requestId),
      'x-correlation-id': safe(exchange.correlationId),
      'idempotency-key': safe(idempotencyKey),
    },
    body: isObject(call.input) ? call.input : { value: call.input },
  })
}
