/** Where a page ended, as an opaque word. */
import { refuse } from '../../agent/answers.ts'

export interface Place {
  createdAt: number
  id: string
}

export function cursorOf({ createdAt, id }: Place): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url')
}

export function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  try {
    const [createdAt, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Number.isSafeInteger(createdAt) && typeof id === 'string') return { createdAt, id }
  } catch {
    // Told below.
  }
  throw refuse('invalid', 'The request is not valid.', {
    began: false,
    issues: [{ pointer: '/cursor', message: 'This is no cursor of a page before.', location: 'query' }],
  })
}
