/** Tasks: to their end, dead and tried again, canceled. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { eventually } from './processes.ts'
import type { Step } from './steps.ts'
import type { Called, Desk } from './use-store.ts'

export interface ShownTask {
  readonly id: string
  readonly state: string
  readonly steps: readonly { readonly name: string; readonly state: string }[]
}

/** Calls an operation that becomes a task; returns its id. */
export async function begin(desk: Desk, words: readonly string[]): Promise<string> {
  const { outcome } = await desk.call<Called>(words)
  assert.equal(outcome.kind, 'pending')
  return outcome.task?.id ?? ''
}

/** Waits until a task is in this state. */
export function reaches(desk: Desk, id: string, state: string): Promise<ShownTask> {
  const look = () => desk.on<ShownTask>(['tasks', 'show', id])
  return eventually(look, task => (task.state === state ? task : undefined))
}

export async function runTasks(step: Step, desk: Desk): Promise<void> {
  await step('call --wait follows a task to its end', async () => {
    const { outcome } = await desk.call<Called>(['report', 'customer=Ada', '--wait'])
    assert.deepEqual([outcome.kind, outcome.payload?.value], ['completed', { customer: 'Ada', rows: 3 }])
  })
  await step('tasks tail follows one, tasks show has its steps', async () => {
    const id = await begin(desk, ['report', 'customer=Bo'])
    assert.match(await desk.show(['tasks', 'tail', id]), /half of it[\s\S]*completed/)
    const { state, steps } = await desk.on<ShownTask>(['tasks', 'show', id])
    assert.deepEqual([state, steps], ['completed', [{ name: 'rows', state: 'done' }]])
  })
  await step('tasks cancel ends one that runs', async () => {
    const id = await begin(desk, ['watch', 'what=birds'])
    await reaches(desk, id, 'working')
    await desk.show(['tasks', 'cancel', id])
    await reaches(desk, id, 'canceled')
  })
  await step('tasks list --dead, and tasks retry', async () => {
    const id = await begin(desk, ['print', 'page=1'])
    await reaches(desk, id, 'failed')
    const { tasks } = await desk.on<{ tasks: ShownTask[] }>(['tasks', 'list', '--dead'])
    assert.deepEqual(
      tasks.map(task => task.id),
      [id],
    )
    writeFileSync(desk.printer, '')
    await desk.show(['tasks', 'retry', id])
    await reaches(desk, id, 'completed')
  })
  await step('tasks list', async () => {
    const { tasks } = await desk.on<{ tasks: ShownTask[] }>([
      'tasks',
      'list',
      '--operation',
      'report',
      '--state',
      'completed',
    ])
    assert.equal(tasks.length, 2)
  })
}
