/** `/console`: people approve, answer and manage tasks in a browser. Its files are served from this machine alone. */
import type { HttpAnswer, HttpRequest } from '../carriers/http/message.ts'
import { consoleFile } from './console/files.ts'
import type { ServerPage } from './http/handle.ts'

/** No code of a page runs but these files; nothing is loaded from elsewhere, and no other page can frame it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Workers are opened at addresses that this one policy has checked.
  'trusted-types replywire-worker',
].join('; ')

/** Of a worker, which has a policy of its own: its files, and no network. */
const filePolicy = "default-src 'none'; script-src 'self'"

/** The headers of the page. Its files have names that change with their content. */
const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
}

/** The pages by path, before the server's prefix. All links in them are relative. */
export const consolePages: readonly [string, ServerPage][] = [
  ['/console', () => ({ status: 308, headers: { location: 'console/', 'cache-control': 'no-cache' } })],
  ['/console/', http => answerWith(http, 'index.html', pageHeaders)],
  [
    '/console/assets/{file}',
    http =>
      answerWith(http, `assets/${http.path.split('/').at(-1)}`, {
        'content-security-policy': filePolicy,
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
      }),
  ],
]

async function answerWith(
  http: HttpRequest,
  name: string,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer | undefined> {
  const file = await consoleFile(name)
  if (file === undefined) return undefined
  const isZipped = /\bgzip\b/.test(http.header('accept-encoding') ?? '')
  return {
    status: 200,
    headers: {
      'content-type': file.type,
      vary: 'Accept-Encoding',
      ...(isZipped ? { 'content-encoding': 'gzip' } : undefined),
      ...headers,
    },
    body: isZipped ? file.zipped() : file.bytes,
  }
}
