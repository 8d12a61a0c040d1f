/** A task as people and programs see it. Its input is its caller's: it is not shown. */

import type { Outcome } from '../../outcome/outcome.ts'
import { fromBytes } from '../../runtime/bytes.ts'
import { storedAnswer } from '../../runtime/stored.ts'
import type { StoredAnswer } from '../../runtime/tasks.ts'
import type { TaskLine, TaskRow } from '../../store/operations/task-row.ts'
import type { Store } from '../../store/store.ts'
import { printable } from '../columns.ts'
import type { Terminal } from '../terminal.ts'
import { whose } from './reach.ts'
import { refuse, timeOf } from './words.ts'

/** A task by its id, whoever's it is. */
export async function findTask(store: Store, id: string, tenant: string | undefined): Promise<TaskRow | undefined> {
  const owner = await whose(store, 'task', id, tenant)
  return owner === undefined ? undefined : store.do('getTask', { id, tenant: owner })
}

export function noTask(terminal: Terminal, id: string): number {
  return refuse(terminal, 'TASK_NOT_FOUND', `There is no task ${printable(id)}. See replywire tasks list.`)
}

export function taskView(row: TaskLine) {
  return {
    id: row.id,
    tenant: row.tenant,
    subject: row.subject,
    account: row.account,
    operation: row.operation,
    version: row.version,
    contract: row.contract,
    state: row.state,
    dead: row.dead,
    attempt: row.attempt,
    maxAttempts: row.maxAttempts,
    cancelRequested: row.cancelAt !== null,
    events: row.events,
    progress: row.progress === null ? null : progressOf(row.progress),
    createdAt: timeOf(row.createdAt),
    updatedAt: timeOf(row.updatedAt),
    startedAt: timeOf(row.startedAt),
    endedAt: timeOf(row.endedAt),
    dueAt: row.state === 'queued' ? timeOf(row.dueAt) : null,
    leaseUntil: row.state === 'working' ? timeOf(row.leaseUntil) : null,
  }
}

interface Progress {
  fraction?: number
  message?: string
}

function progressOf(bytes: Uint8Array): Progress {
  const { kind: _, extra: __, ...progress } = fromBytes<Progress & { kind: string; extra?: unknown }>(bytes)
  return progress
}

/** `50 % half`. */
export function progressText({ fraction, message }: Progress): string {
  const percent = fraction === undefined ? '' : `${Math.round(fraction * 100)} %`
  return [percent, printable(message ?? '')].filter(part => part !== '').join(' ')
}

/** The end of a task, or its pause, less what only its caller should have. */
export function answerView(bytes: Uint8Array): StoredAnswer {
  const { outcome, exchange } = storedAnswer(bytes)
  return { outcome: withoutTokens(outcome), exchange }
}

function withoutTokens(outcome: Outcome): Outcome {
  if (outcome.kind !== 'paused') return outcome
  const [first, ...rest] = outcome.needs.map(need => {
    if (need.kind !== 'approval') return need
    const { token: _, ...shown } = need
    return shown
  })
  return first === undefined ? outcome : { ...outcome, needs: [first, ...rest] }
}

/** An outcome in a line: never its data. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'failed':
      return printable(`failed ${outcome.fault.code}: ${outcome.fault.message}`)
    case 'paused':
      return printable(`paused: ${outcome.needs.map(needText).join('; ')}`)
    default:
      return printable(outcome.message === undefined ? outcome.kind : `${outcome.kind}: ${outcome.message}`)
  }
}

function needText(need: Extract<Outcome, { kind: 'paused' }>['needs'][number]): string {
  switch (need.kind) {
    case 'approval':
      return `needs approval: ${need.action}`
    case 'credentials':
      return 'needs credentials'
    case 'input':
      return `needs ${need.name}: ${need.question}`
    case 'reply':
      return need.question
  }
}
