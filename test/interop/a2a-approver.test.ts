/** An approver who is no operator decides on another's task, and learns no more of it than over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { believing } from './a2a-agent.ts'
import { byId, call, clientOf, request, result, sent, serving, state, until, wires, word } from './a2a-kit.ts'

let server: Awaited<ReturnType<typeof serving>>
beforeAll(async () => {
  server = await serving({ authenticate: believing })
})
afterAll(() => server.close())

const overHttp = (id: string, me: string) =>
  fetch(`${server.url}/operations/${id}/result`, { headers: { authorization: `Bearer ${me}` } })

describe.each(wires)('over %s', wire => {
  const as = (me: string) => clientOf(server.url, wire, me)
  const push = (id: string) => ({
    tenant: '',
    id: 'mine',
    taskId: id,
    url: 'http://127.0.0.1:1/',
    token: '',
    authentication: undefined,
  })

  test('approving returns that the task goes on, and neither its result nor its messages', async () => {
    const [ann, carol] = [await as('acme/ann'), await as('acme/carol/approver')]
    const asked = await sent(ann, call('spend', { amount: 5 }))
    expect(state(asked)).toBe('TASK_STATE_INPUT_REQUIRED')
    const decision = request(
      { approve: true },
      { taskId: asked.id, configuration: { taskPushNotificationConfig: push(asked.id) } },
    )
    const told = await sent(carol, decision)
    expect([told.id, state(told), told.artifacts, told.history]).toEqual([asked.id, 'TASK_STATE_WORKING', [], []])
    await expect(carol.getTask(byId(asked.id))).rejects.toMatchObject({ name: 'TaskNotFoundError' })
    expect((await overHttp(asked.id, 'acme/carol/approver')).status).toBe(404)
    const done = await until(ann, asked.id, 'TASK_STATE_COMPLETED')
    expect(result(done)).toEqual({ amount: 5, by: 'carol' })
    // Nor is she sent it: a receiver belongs to whoever may see the task.
    expect(
      await ann.listTaskPushNotificationConfig({ tenant: '', taskId: asked.id, pageSize: 0, pageToken: '' }),
    ).toMatchObject({
      configs: [],
    })
  })

  test('a stream of the decision ends with it', async () => {
    const [ann, carol] = [await as('acme/ann'), await as('acme/carol/approver')]
    const asked = await sent(ann, call('spend', { amount: 6 }))
    const words: string[] = []
    for await (const event of carol.sendMessageStream(request({ approve: true }, { taskId: asked.id }))) {
      words.push(word(event))
    }
    expect(words).toEqual(['task TASK_STATE_WORKING'])
    await until(ann, asked.id, 'TASK_STATE_COMPLETED')
  })

  test('rejecting returns that it was rejected', async () => {
    const [ann, carol] = [await as('acme/ann'), await as('acme/carol/approver')]
    const asked = await sent(ann, call('spend', { amount: 7 }))
    const told = await sent(carol, request({ approve: false, note: 'Too much.' }, { taskId: asked.id }))
    expect([state(told), told.history]).toEqual(['TASK_STATE_REJECTED', []])
    await until(ann, asked.id, 'TASK_STATE_REJECTED')
  })

  test('an operator who approves sees the task, as before', async () => {
    const [ann, boss] = [await as('acme/ann'), await as('acme/boss/approver/operator')]
    const asked = await sent(ann, call('spend', { amount: 8 }))
    const told = await sent(boss, request({ approve: true }, { taskId: asked.id }))
    expect([state(told), result(told)]).toEqual(['TASK_STATE_COMPLETED', { amount: 8, by: 'boss' }])
  })
})
