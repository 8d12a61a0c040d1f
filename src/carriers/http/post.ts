/** One POST, for as long as its caller allows; no more is read than an answer may have. */
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { type Fault, fault } from '../../outcome/fault.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { defaultJsonLimits } from '../../wire/json.ts'
import { headersOf, send, unpacked } from './send.ts'

/** More than this is no answer. */
const limits = { ...defaultJsonLimits, maxBytes: 64 * 1024 * 1024 }

export type Got = { wire: HttpWire } | { fault: Fault }

export interface Post {
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  signal: AbortSignal
}

/** The answer to a POST, or why there is none. Throws only when the signal says so. */
export async function post(url: URL, { headers, body, signal }: Post): Promise<Got> {
  let response: IncomingMessage
  try {
    response = await send(url, { method: 'POST', headers, body, signal })
  } catch (error) {
    if (signal.aborted) throw error
    return { fault: fault('unavailable', 'The remote agent cannot be reached.') }
  }
  try {
    const { statusCode: status = 0 } = response
    // A redirect would carry the prompt, and the token, to an address that nobody named.
    if (status >= 300 && status < 400) return without(response, 'The remote agent redirects; give its real address.')
    const bytes = await bounded(unpacked(response))
    if (bytes === undefined) return without(response, 'The remote answer is larger than 64 MiB.')
    return { wire: httpWire({ status, headers: headersOf(response), body: Body.ofBytes(bytes, limits) }) }
  } catch (error) {
    if (signal.aborted) throw error
    return without(response, 'The remote agent broke its answer off.')
  }
}

function without(response: IncomingMessage, message: string): Got {
  response.destroy()
  return { fault: fault('dependency', message) }
}

async function bounded(stream: Readable): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let total = 0
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    total += piece.byteLength
    if (total > limits.maxBytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
