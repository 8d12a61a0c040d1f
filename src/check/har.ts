/** Exchanges as HAR 1.2, for browsers' tools and `replywire validate`. Credentials in headers are left out. */
import { isUtf8 } from 'node:buffer'
import type { Body } from '../wire/body.ts'
import { type HttpWire, mediaTypeOf } from '../wire/http.ts'
import { redactHeaders, redactTarget } from './evidence.ts'
import type { ForwardedExchange } from './forward.ts'

export function harOf(exchanges: readonly ForwardedExchange[], base: URL, version: string): string {
  const log = {
    version: '1.2',
    creator: { name: 'replywire', version },
    entries: exchanges.map(exchange => entryOf(exchange, base)),
  }
  return `${JSON.stringify({ log }, null, 2)}\n`
}

function entryOf({ request, response, startedAt, durationMs, failure, cut }: ForwardedExchange, base: URL): object {
  const url = new URL(redactTarget(request.target ?? '/'), base)
  return {
    startedDateTime: startedAt.toISOString(),
    time: durationMs,
    request: {
      method: request.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersIn(request),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: request.body.bytes.byteLength,
      ...(request.body.bytes.byteLength === 0
        ? undefined
        : { postData: { mimeType: mediaTypeOf(request.headers['content-type']) ?? '', ...textOf(request.body) } }),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersIn(response),
      redirectURL: '',
      headersSize: -1,
      bodySize: response.body.bytes.byteLength,
      content: {
        size: response.body.bytes.byteLength,
        mimeType: response.headers['content-type'] ?? '',
        ...textOf(response.body),
      },
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...(failure === undefined && cut === undefined ? undefined : { comment: failure ?? cut }),
  }
}

/** As text; what is no text as base64, which HAR 1.2 names for answers and has no word for in requests. */
function textOf({ bytes }: Body): { text: string; encoding?: 'base64' } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return isUtf8(buffer) ? { text: buffer.toString() } : { text: buffer.toString('base64'), encoding: 'base64' }
}

function headersIn({ headers }: HttpWire): { name: string; value: string }[] {
  return Object.entries(redactHeaders(headers)).map(([name, value]) => ({ name, value }))
}
