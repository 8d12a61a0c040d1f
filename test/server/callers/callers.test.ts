/** Who is answered what when they reach for something of Alice's, on every carrier, over a real socket. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { overA2a } from './a2a-rows.ts'
import { overHttp } from './http-rows.ts'
import { overMcp } from './mcp-rows.ts'
import type { Row } from './row.ts'
import { callers, openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe.each<[string, readonly Row[]]>([
  ['HTTP', overHttp],
  ['A2A', overA2a],
  ['MCP', overMcp],
])('over %s', (_, rows) => {
  test.each(rows)('%s', async (_name, act, cells) => {
    const answers: Record<string, string> = {}
    for (const name of callers) answers[name] = await act(world, world.headers[name])
    expect(answers).toEqual(Object.fromEntries(callers.map((name, index) => [name, cells[index]])))
  })
})
