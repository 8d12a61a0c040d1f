/** An agent whose answers differ in what may be done with them. */
import { z } from 'zod'
import type { Authenticate } from '../../../src/auth/principal.ts'
import { created, defineAgent, operation } from '../../../src/index.ts'

const open = z.looseObject({})

export const agent = defineAgent({
  name: 'notes',
  version: '1.0.0',
  operations: {
    read: operation({ title: 'Read', route: 'GET /notes', input: open, handler: () => ({ notes: [] }) }),
    write: operation({
      title: 'Write',
      route: 'POST /notes',
      input: open,
      handler: () => created({ id: 'n1' }, { location: '/notes/n1' }),
    }),
    kept: operation({
      title: 'Read what seldom changes',
      route: 'GET /kept',
      input: open,
      headers: () => ({ 'Cache-Control': 'private, max-age=60' }),
      handler: () => ({ kept: true }),
    }),
    later: operation({
      title: 'Work as a task',
      route: 'POST /later',
      async: true,
      input: open,
      headers: () => ({ 'cache-control': 'public, max-age=60' }),
      handler: () => ({ done: true }),
    }),
  },
})

/** Callers are known by a header of their own. */
export const byKey: Authenticate = Object.assign(
  async ({ headers }: { headers: { get(name: string): string | null } }) =>
    headers.get('x-key') === null ? undefined : { subject: 'ann', tenant: 'acme', roles: ['approver', 'operator'] },
  { schemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } as const } },
)

export const key = { 'x-key': 'k' }

export const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
}
export const mcpHeaders = { accept: 'application/json, text/event-stream' }

const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { skill: 'read', parameters: {} } }] }
export const sendMessage = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
export const a2aHeaders = { 'a2a-version': '1.0' }
