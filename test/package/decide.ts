/** Approvals: given, refused, and asked about first. */
import assert from 'node:assert/strict'
import { eventually } from './processes.ts'
import { begin, reaches } from './run-tasks.ts'
import type { Step } from './steps.ts'
import type { Desk } from './use-store.ts'

interface Waiting {
  readonly id: string
  readonly task: string
  readonly action: string
}

/** The approval in the inbox that a task waits for. */
function waitingFor(desk: Desk, task: string): Promise<Waiting> {
  const look = () => desk.on<{ approvals: Waiting[] }>(['inbox'])
  return eventually(look, ({ approvals }) => approvals.find(approval => approval.task === task))
}

export async function decide(step: Step, desk: Desk): Promise<void> {
  await step('inbox, inbox show and approve: the task goes on', async () => {
    const task = await begin(desk, ['spend', 'amount:=5'])
    const { id, action } = await waitingFor(desk, task)
    assert.equal(action, 'Spend 5')
    assert.match(await desk.show(['inbox', 'show', id]), /Spend 5/)
    await desk.show(['approve', id, '--note', 'For the fair.', '--as', 'grace'])
    await reaches(desk, task, 'completed')
    const { amount, approvedBy } = await resultOf(desk, task)
    assert.deepEqual([amount, approvedBy], [5, 'grace'])
  })
  await step('reject: the task fails', async () => {
    const task = await begin(desk, ['spend', 'amount:=50'])
    const { id } = await waitingFor(desk, task)
    await desk.show(['reject', id, '--note', 'Too much.', '--as', 'grace'])
    await reaches(desk, task, 'failed')
  })
  await step('ask-back: the requester answers, and it can be approved', async () => {
    const task = await begin(desk, ['spend', 'amount:=7'])
    const { id } = await waitingFor(desk, task)
    await desk.show(['ask-back', id, '--note', 'For which client?', '--as', 'grace'])
    const reply = await desk.request('POST', `/approvals/${id}:reply`, { reply: 'For the library.' })
    assert.ok(reply.ok, `${reply.status} ${await reply.text()}`)
    const again = await waitingFor(desk, task)
    assert.match(await desk.show(['inbox', 'show', again.id]), /For the library\./)
    await desk.show(['approve', again.id, '--as', 'grace'])
    await reaches(desk, task, 'completed')
  })
}

async function resultOf(desk: Desk, task: string): Promise<{ amount?: number; approvedBy?: string }> {
  const response = await desk.request('GET', `/operations/${task}/result`)
  return (await response.json()) as { amount?: number; approvedBy?: string }
}
