/** The flood of sessions, in small: `npm run faults` runs it in full. */
import { expect, test } from 'vitest'
import { carriers } from '../server/carriers/listen.ts'
import { floodSessions } from './sessions.ts'

test.each(carriers)(
  'a flood of sessions ends nobody else’s, and keeps no newcomer out, over the %s carrier',
  async carrier => {
    const result = await floodSessions({ sessions: 300, most: 100, carrier })
    expect(result).toMatchObject({ short: { opened: 300 }, problems: [] })
  },
)
