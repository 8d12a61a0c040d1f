/**
 * One POST, for as long as the request file allows: `fetch` gives up after five minutes, and an agent may take longer.
 * Redirects are not followed, and no more is read than an answer may have.
 */
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type Fault, fault } from '../../outcome/fault.ts'
import { Body } from '../../wire/body.ts'
import { type HttpWire, httpWire } from '../../wire/http.ts'
import { defaultJsonLimits } from '../../wire/json.ts'

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
    response = await sent(url, headers, body, signal)
  } catch (error) {
    if (signal.aborted) throw error
    return { fault: fault('unavailable', 'The remote agent cannot be reached.') }
  }
  try {
    const { statusCode: status = 0 } = response
    // A redirect would carry the prompt, and the token, to an address that nobody named.
    if (status >= 300 && status < 400) return without(response, 'The remote agent redirects; give its real address.')
    const bytes = await bounded(decompressed(response))
    if (bytes === undefined) return without(response, 'The remote answer is larger than 64 MiB.')
    return { wire: httpWire({ status, headers: told(response), body: Body.ofBytes(bytes, limits) }) }
  } catch (error) {
    if (signal.aborted) throw error
    return without(response, 'The remote agent broke its answer off.')
  }
}

function without(response: IncomingMessage, message: string): Got {
  response.destroy()
  return { fault: fault('dependency', message) }
}

function sent(url: URL, headers: Post['headers'], body: Uint8Array, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? overHttps : overHttp
    const whole = { 'accept-encoding': 'gzip, deflate, br', 'content-length': body.byteLength, ...headers }
    const request = open(url, { method: 'POST', headers: whole, signal, agent: false })
    request.on('response', resolve)
    request.on('error', reject)
    request.end(body)
  })
}

const encodings: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

function decompressed(response: IncomingMessage): Readable {
  const open = encodings[response.headers['content-encoding']?.toLowerCase() ?? '']
  if (open === undefined) return response
  const plain = open()
  response.on('error', error => plain.destroy(error))
  return response.pipe(plain)
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

function told({ headers }: IncomingMessage): Record<string, string> {
  const lists = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])
  return Object.fromEntries(lists.filter(([, value]) => value !== undefined))
}
