/** The last request that was made for the reader, to be shown as a command. */

export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

let last: RecordedRequest | undefined

export function lastRequest(): RecordedRequest | undefined {
  return last
}

export function forgetRequest(): void {
  last = undefined
}

/** `fetch` that notes the request. Cookies are not sent, and redirects are not followed. */
export function recordingFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input)
  const { method = 'GET', body } = init
  const headers = Object.fromEntries(new Headers(init.headers))
  // What MCP asks of a server before and after the call is not what the reader wants to repeat.
  if (!isHandshake(method, body)) last = { method, url, headers, body: typeof body === 'string' ? body : textOf(body) }
  return fetch(input, { ...init, credentials: 'omit', cache: 'no-store', redirect: 'error' })
}

function isHandshake(method: string, body: RequestInit['body']): boolean {
  if (method === 'DELETE') return true
  return typeof body === 'string' && /"method":"(?:initialize|notifications\/|server\/discover|tools\/list)/.test(body)
}

function textOf(body: RequestInit['body']): string | undefined {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : undefined
}
