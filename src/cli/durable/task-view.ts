/** A task as people and programs see it. Its input belongs to its caller: it is not shown. */

import type { Outcome } from '../../outcome/outcome.ts'
import { fromBytes } from '../../runtime/bytes.ts'
import type { StoredAnswer } from '../../runtime/tasks.ts'
import type { TaskLine, TaskState } from '../../store/operations/task-row.ts'
import { count, printable } from '../columns.ts'
import type { Style, Terminal } from '../terminal.ts'
import { type Field, instant, type View } from './view.ts'
import { cell, person, personOfTenant, refuse, spanOf, timeOf, whenOf } from './words.ts'

type Always =
  | 'id'
  | 'state'
  | 'dead'
  | 'operation'
  | 'version'
  | 'account'
  | 'attempt'
  | 'cancelAt'
  | 'progress'
  | 'createdAt'
  | 'updatedAt'
  | 'startedAt'
  | 'endedAt'
type Sometimes = 'contract' | 'tenant' | 'subject' | 'maxAttempts' | 'dueAt' | 'leaseUntil' | 'events'

/** What is shown of a task. What a server does not report is absent. */
export type TaskShown = Pick<TaskLine, Always> & Partial<Pick<TaskLine, Sometimes>>

export function noTask(terminal: Terminal, id: string): number {
  return refuse(terminal, 'TASK_NOT_FOUND', `There is no task ${printable(id)}. See replywire tasks list.`)
}

const paints: Readonly<Record<TaskState, keyof Style>> = {
  queued: 'dim',
  working: 'name',
  paused: 'warn',
  completed: 'good',
  failed: 'bad',
  canceled: 'dim',
  unknown: 'bad',
}

export function taskState({ state, dead }: { state: TaskState; dead: boolean }, { style }: { style: Style }): string {
  return style[paints[state] ?? 'dim'](printable(dead ? `${state} (dead)` : state))
}

/** A field with the time of something that may not have happened. */
function time(key: 'createdAt' | 'startedAt' | 'endedAt', label: string): Field<TaskShown> {
  const fact: Field<TaskShown>['fact'] = (row, look) => {
    const at = row[key]
    return at === null ? undefined : instant(at, look)
  }
  return { key, json: row => timeOf(row[key]), label, fact }
}

export const taskView: View<TaskShown> = [
  { key: 'id', column: 'ID', cell: ({ id }, { style }) => style.strong(cell(id)) },
  { key: 'state', column: 'STATE', cell: taskState },
  { key: 'dead' },
  {
    key: 'operation',
    column: 'OPERATION',
    label: 'operation',
    fact: ({ operation, version, contract }, { style }) => {
      const spoken = contract === undefined ? '' : `, in ${cell(contract)}`
      return `${cell(operation)} ${style.dim(`version ${cell(version)}${spoken}`)}`
    },
  },
  { key: 'version' },
  { key: 'contract' },
  { key: 'tenant', column: 'TENANT', isSparse: true },
  {
    key: 'subject',
    column: 'CALLER',
    isSparse: true,
    label: 'caller',
    cell: ({ subject }) => person(subject ?? null),
    fact: ({ subject, tenant }) => (subject === undefined ? undefined : personOfTenant(subject, tenant)),
  },
  { key: 'account', column: 'ACCOUNT', isSparse: true, label: 'account' },
  {
    key: 'attempt',
    column: 'ATTEMPTS',
    cell: ({ attempt, maxAttempts = '?' }) => `${attempt}/${maxAttempts}`,
    label: 'attempts',
    fact: ({ attempt, maxAttempts }) => (maxAttempts === undefined ? `${attempt}` : `${attempt} of ${maxAttempts}`),
  },
  { key: 'maxAttempts' },
  { ...time('createdAt', 'created'), column: 'AGE', cell: (row, { now }) => spanOf(now - row.createdAt) },
  { key: 'updatedAt', json: row => timeOf(row.updatedAt) },
  time('startedAt', 'started'),
  time('endedAt', 'ended'),
  {
    key: 'dueAt',
    json: row => (row.state === 'queued' ? timeOf(row.dueAt) : null),
    label: 'due',
    fact: ({ state, dueAt }, look) => (state === 'queued' && dueAt !== undefined ? instant(dueAt, look) : undefined),
  },
  {
    key: 'leaseUntil',
    json: row => (row.state === 'working' ? timeOf(row.leaseUntil) : null),
    label: 'lease',
    fact: (row, look) => {
      if (row.state !== 'working' || row.leaseUntil === undefined) return undefined
      return `${row.leaseUntil <= look.now ? 'expired' : 'until'} ${instant(row.leaseUntil, look)}`
    },
  },
  {
    key: 'cancelRequested',
    json: row => row.cancelAt !== null,
    label: 'cancel',
    fact: ({ cancelAt, endedAt }, look) =>
      cancelAt === null || endedAt !== null ? undefined : `requested ${instant(cancelAt, look)}`,
  },
  {
    key: 'progress',
    json: row => (row.progress === null ? null : progressOf(row.progress)),
    label: 'progress',
    fact: row => (row.progress === null ? undefined : progressText(progressOf(row.progress))),
  },
  { key: 'events', label: 'events', fact: ({ events }) => (events === undefined ? undefined : count(events, 'event')) },
  { column: '', cell: (row, { style, now }) => style.dim(noteOf(row, now)) },
]

/** A remark on a task, for lists. */
function noteOf(row: TaskShown, now: number): string {
  if (row.endedAt !== null) return `ended ${whenOf(row.endedAt, now)}`
  if (row.cancelAt !== null) return 'cancel requested'
  if (row.state === 'working' && row.leaseUntil !== undefined && row.leaseUntil <= now) return 'lease expired'
  if (row.state === 'queued' && row.dueAt !== undefined && row.dueAt > now) return `due ${whenOf(row.dueAt, now)}`
  return row.progress === null ? '' : progressText(progressOf(row.progress))
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

/** The end of a task, or its pause, without tokens: those belong to its caller. */
export function answerView({ outcome, exchange }: StoredAnswer): StoredAnswer {
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
