/** Where a page ended, as an opaque word. */
import { refuse } from '../../agent/answers.ts'
import type { Completed } from '../../outcome/outcome.ts'
import { isTaskId } from './caller-task.ts'

export interface CursorPlace {
  createdAt: number
  id: string
}

export function cursorOf({ createdAt, id }: CursorPlace): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url')
}

/** Where the next page is (RFC 8288), for contracts whose bodies have no place for it. */
export function nextPage(path: string, outcome: Completed, input: unknown): Record<string, string> | undefined {
  const next = outcome.payload?.kind === 'rows' ? outcome.payload.page?.next : undefined
  if (next === undefined) return undefined
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...(input as object), cursor: next })) query.set(name, String(value))
  return { link: `<${path}?${query}>; rel="next"` }
}

export function placeOf(cursor: string | undefined): CursorPlace | undefined {
  if (cursor === undefined) return undefined
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Number.isSafeInteger(createdAt) && typeof id === 'string' && isTaskId(id)) return { createdAt, id }
  } catch {
    // Reported below.
  }
  throw refuse('invalid', 'The request is not valid.', {
    began: false,
    issues: [{ pointer: '/cursor', message: 'This is no cursor of a page before.', location: 'query' }],
  })
}
