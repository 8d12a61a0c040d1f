/** Who is answered what when they reach for something of Alice's, on every carrier, over a real socket. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { overA2a } from './a2a-rows.ts'
import { overHttp } from './http-rows.ts'
import { overMcp } from './mcp-rows.ts'
import { needsAccounts, type Row } from './row.ts'
import { callers, openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** The columns that hold now. */
const columns = callers.filter(name => name !== needsAccounts)

describe.each<[string, readonly Row[]]>([
  ['HTTP', overHttp],
  ['A2A', overA2a],
  ['MCP', overMcp],
])('over %s', (_, rows) => {
  test.each(rows)('%s', async (_name, act, cells) => {
    const answers: Record<string, string> = {}
    for (const name of columns) answers[name] = await act(world, world.headers[name])
    expect(answers).toEqual(Object.fromEntries(columns.map(name => [name, cells[callers.indexOf(name)]])))
  })
})
