/** An answer over MCP decides on the very approval that was shown, and on nothing that came in its place. */
import { afterEach, expect, test } from 'vitest'
import { startTreasury, type Treasury } from './treasury.ts'

const open: Treasury[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function started(): Promise<Treasury> {
  const server = await startTreasury()
  open.push(server)
  return server
}

/** The questions of a task once its first one has these words. */
async function questions({ mcp }: Treasury, taskId: string, words: string): Promise<string[]> {
  const shown = async () => {
    const { result } = await mcp('mal', 'tasks/get', { taskId })
    return Object.entries<{ params: { message: string } }>(result.inputRequests ?? {})
  }
  await expect.poll(async () => (await shown())[0]?.[1].params.message).toBe(words)
  return (await shown()).map(([key]) => key)
}

const agreed = { action: 'accept', content: { approve: true } }

test('a task whose input changed after it was shown is not approved by the answer to what was shown', async () => {
  const server = await started()
  const { call, mcp, inbox, paid } = server
  const { operationId: taskId } = (await call('ann', 'POST', '/later-single-payments', { amount: 1 })).json
  const [shown = ''] = await questions(server, taskId, 'Pay 1')
  await call('ann', 'POST', `/operations/${taskId}:answer`, { inputs: { amount: 1_000_000 } })
  const [now = ''] = await questions(server, taskId, 'Pay 1000000')

  for (const answer of [agreed, { action: 'decline' }, { action: 'cancel' }]) {
    for (const key of [shown, 'finance']) {
      const told = await mcp('mal', 'tasks/update', { taskId, inputResponses: { [key]: answer } })
      expect(told.result).toMatchObject({ resultType: 'complete' })
    }
  }
  expect(await inbox('mal')).toMatchObject([{ state: 'open', input: { amount: 1_000_000 } }])
  expect([await questions(server, taskId, 'Pay 1000000'), paid]).toEqual([[now], []])

  await mcp('mal', 'tasks/update', { taskId, inputResponses: { [now]: agreed } })
  await expect.poll(() => paid).toEqual([{ amount: 1_000_000, finance: 'mal', legal: undefined }])
})

test('each of two approvals has a question of its own, and an edit of one makes another of the other', async () => {
  const server = await started()
  const { call, mcp, decide, inbox, paid } = server
  const { operationId: taskId } = (await call('ann', 'POST', '/later-joint-payments', { amount: 1 })).json
  const keys = await questions(server, taskId, 'Pay 1')
  expect(keys).toEqual([expect.stringMatching(/^finance:[\w-]+$/), expect.stringMatching(/^legal:[\w-]+$/)])
  const finance = (await inbox('fin')).find((row: { key: string }) => row.key === 'finance')
  await decide('fin', finance.links.self, { decision: 'edit', input: { amount: 5 } })
  const [now = ''] = await questions(server, taskId, 'Pay 5')
  await mcp('mal', 'tasks/update', { taskId, inputResponses: Object.fromEntries(keys.map(key => [key, agreed])) })
  expect([await questions(server, taskId, 'Pay 5'), paid]).toEqual([[now], []])
  await mcp('mal', 'tasks/update', { taskId, inputResponses: { [now]: agreed } })
  await expect.poll(() => paid).toEqual([{ amount: 5, finance: 'fin', legal: 'mal' }])
})
