/** The flood of sessions, in small: `npm run faults` runs it in full. */
import { expect, test } from 'vitest'
import { floodSessions } from './sessions.ts'

test('a flood of sessions ends nobody else’s, and keeps no newcomer out', async () => {
  const result = await floodSessions({ sessions: 300, most: 100 })
  expect(result).toMatchObject({ short: { opened: 300 }, problems: [] })
})
