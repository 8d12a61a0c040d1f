/** A request as a command. Secrets are variables of the shell: a command is pasted into chats and tickets. */
import type { RecordedRequest } from './recorded-request.ts'

/** Headers that browsers and curl set themselves. */
const own = new Set(['accept-encoding', 'connection', 'content-length', 'host', 'origin', 'referer', 'user-agent'])

/** Headers whose value is a secret, with the variable that stands for it. */
const secrets: Readonly<Record<string, string>> = {
  authorization: 'TOKEN',
  cookie: 'COOKIE',
  'x-api-key': 'API_KEY',
  'x-approval-token': 'APPROVAL_TOKEN',
  'mcp-session-id': 'SESSION',
}

/** `secretHeader`: the header of the reader's credentials, whatever it is called. */
export function curlOf({ method, url, headers, body }: RecordedRequest, secretHeader?: string): string {
  const parts = [`curl -i${method === 'GET' ? '' : ` -X ${quoted(method)}`} ${quoted(url)}`]
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (own.has(lower)) continue
    const variable = secrets[lower] ?? (lower === secretHeader?.toLowerCase() ? 'API_KEY' : undefined)
    if (variable === undefined) parts.push(`-H ${quoted(`${lower}: ${value}`)}`)
    else parts.push(`-H "${lower}: ${/^bearer /i.test(value) ? 'Bearer ' : ''}$${variable}"`)
  }
  if (body !== undefined && body !== '') parts.push(`--data-raw ${quoted(withoutTokens(body))}`)
  return parts.join(' \\\n  ')
}

/** A text that a POSIX shell takes as it is. */
function quoted(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** MCP and A2A have approval tokens in the body. */
function withoutTokens(body: string): string {
  return body.replaceAll(/("approvalTokens":\s*)\[[^\]]*\]/g, '$1["$APPROVAL_TOKEN"]')
}
