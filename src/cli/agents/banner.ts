/** What a server says when it starts: where it is, what can be called, and where it stores things. */
import { existsSync } from 'node:fs'
import type { Agent } from '../../agent/define.ts'
import type { ServeOptions } from '../../server/server-context.ts'
import { alignRows, columnWidth, pad, printable } from '../columns.ts'
import type { Style } from '../terminal.ts'

/** Whether the file of a store is there before the server makes it. */
export function storeExists(store: ServeOptions['store']): boolean {
  const path = storePath(store)
  return path !== undefined && existsSync(path)
}

function storePath(store: ServeOptions['store']): string | undefined {
  if (typeof store !== 'string' || !store.startsWith('sqlite:') || store === 'sqlite::memory:') return undefined
  return store.slice('sqlite:'.length)
}

/** `isThere`: its file was there before the server started. */
export function storeText(store: ServeOptions['store'], isThere: boolean): string {
  const path = storePath(store)
  if (path !== undefined) return `${path} ${isThere ? '(existing file)' : '(new file)'}`
  if (typeof store !== 'string') return store === undefined ? inMemory : `${store.kind} store of the module`
  const { hostname, port, pathname } = URL.parse(store) ?? { hostname: '', port: '', pathname: '' }
  return store === 'sqlite::memory:' ? inMemory : `postgres ${hostname}${port === '' ? '' : `:${port}`}${pathname}`
}

const inMemory = 'in memory: tasks and approvals end with the process'

/** Every way to call the agent, a line each. */
export function bannerLines(
  { operations }: Agent,
  { mcp, a2a, prefix = '' }: Pick<ServeOptions, 'mcp' | 'a2a' | 'prefix'>,
  store: string,
  { dim, strong }: Style,
): string[] {
  const routes = Object.entries(operations).flatMap(([name, { route, title, async: isTask }]) => {
    const [method = '', path = ''] = route?.split(' ') ?? ['POST', `${prefix}/agents/run/sync`]
    const about =
      route === undefined ? `${name}: ${title} (by task type)` : `${name}: ${title}${isTask ? ' (task)' : ''}`
    return [[strong(printable(method)), printable(path), dim(printable(about))]]
  })
  const rows = [
    ...routes,
    ...(mcp === false ? [] : [[strong('MCP'), `${prefix}/mcp`, dim('every operation is a tool')]]),
    ...(a2a === false ? [] : [[strong('A2A'), `${prefix}/a2a`, dim(`card: ${prefix}/.well-known/agent-card.json`)]]),
    [strong('Docs'), `${prefix}/docs`, dim(`${prefix}/openapi.json`)],
  ]
  const storeHead = strong('Store')
  const width = columnWidth([storeHead, ...rows.map(([head = '']) => head)])
  const aligned = alignRows(rows.map(([head = '', ...rest]) => [pad(head, width), ...rest]))
  return [...aligned, `${pad(storeHead, width)}  ${printable(store)}`].map(row => `  ${row}`)
}
