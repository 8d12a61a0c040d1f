/** Exchanges as HAR 1.2, for browsers' tools and `replywire validate`. Credentials in headers are left out. */
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

function entryOf({ request, response, startedAt, durationMs, failure }: ForwardedExchange, base: URL): object {
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
        : { postData: { mimeType: mediaTypeOf(request.headers['content-type']) ?? '', text: request.body.text() } }),
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
        text: response.body.text(),
      },
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...(failure === undefined ? undefined : { comment: failure }),
  }
}

function headersIn({ headers }: HttpWire): { name: string; value: string }[] {
  return Object.entries(redactHeaders(headers)).map(([name, value]) => ({ name, value }))
}
