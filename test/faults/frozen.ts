/**
 * A process that stands still (SIGSTOP) past its lease while it holds a run, and then goes on: what it writes late is
 * refused, and the run ends once, as whoever took it over ended it. It stands still in a step, before an event and
 * before the end of a task, and before the answer of a call with a key. A process that stands still in the middle of a
 * commit keeps the SQLite file locked: then nobody takes over, and it goes on itself; these are counted apart.
 *
 * `node test/faults/frozen.ts --full` does each 25 times on each store; without it once. Prints one line of JSON;
 * exits 1 when a late write stood, or a run ended twice or never.
 */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromBytes } from '../../src/runtime/bytes.ts'
import {
  allTasks,
  keyed,
  Member,
  type Place,
  place,
  type Reply,
  type StoreKind,
  said,
  send,
  taskIn,
  tell,
  until,
} from './durable-world.ts'

export interface FrozenFaults {
  seed: number
  store: StoreKind
  times: number
}

export interface FrozenResult extends FrozenFaults {
  frozen: number
  /** How many of them stood still with the file locked. */
  locked: number
  /** Late writes that the store refused, by operation. */
  refused: Record<string, number>
  seconds: number
  problems: string[]
}

const leaseMs = 3000
/** Where it stands still, and whether that is in a task. */
const places = [
  ['step', true],
  ['event', true],
  ['end', true],
  ['step', false],
  ['end', false],
] as const

type PlaceInRun = (typeof places)[number][0]
/** What a task writes next where it stands still. */
const lateWrites: Record<PlaceInRun, string> = { step: 'saveStep', event: 'appendEvents', end: 'endTask' }

export async function freeze({ seed, store: kind, times }: FrozenFaults): Promise<FrozenResult> {
  const started = performance.now()
  const there = await place(kind)
  const members = [0, 1].map(() => new Member(there, { leaseMs }))
  const problems: string[] = []
  let frozen = 0
  let locked = 0
  try {
    await Promise.all(members.map(member => member.start()))
    for (let round = 0; round < times; round++) {
      for (const [at, isTask] of places) {
        const name = `${isTask ? 'task' : 'call'}-${at}-${round}`
        const problem = await (isTask ? frozenTask : frozenCall)(there, members, name, at)
        frozen += 1
        if (problem === stoodWithFile) locked += 1
        else if (problem !== undefined) problems.push(`${name}: ${problem}`)
      }
    }
  } finally {
    await Promise.all(members.map(member => member.kill()))
  }
  const lines = there.lines().map(line => line.split(' '))
  const refused: Record<string, number> = {}
  for (const [word, operation = ''] of lines) {
    if (word === 'refused') refused[operation] = (refused[operation] ?? 0) + 1
    if (word === 'repeated') problems.push(`a committed step ran again: ${operation}`)
  }
  for (const operation of ['saveStep', 'endTask', 'finishClaim']) {
    if (!(operation in refused)) problems.push(`No late ${operation} was ever tried.`)
  }
  for (const { id, state, ends, gaps } of await allTasks(there.store)) {
    if (state !== 'completed' || ends !== 1 || gaps) problems.push(`${id} is ${state}, ended ${ends} times`)
  }
  problems.push(...members.flatMap(member => member.problems))
  await there.remove()
  const seconds = Math.round((performance.now() - started) / 100) / 10
  return { seed, store: kind, times, frozen, locked, refused, seconds, problems: problems.slice(0, 20) }
}

const stoodWithFile = 'It stood still with the file locked, and then went on.'

/** Whether nobody can write to a SQLite file. */
function isLocked({ kind, url }: Place): boolean {
  if (kind !== 'sqlite') return false
  const db = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 500 })
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch {
    return true
  } finally {
    db.close()
  }
}

/** Waits until a run is over; false when nobody can take it over, because who stands still keeps the file locked. */
async function overOrLocked(there: Place, isOver: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (await until(isOver, leaseMs + 20_000)) return true
    if (isLocked(there)) return false
  }
  return false
}

/** Waits until a run is where its process stands still. */
async function stoppedHolder({ lines }: Place, members: Member[], name: string): Promise<Member | undefined> {
  let pid = ''
  await until(() => {
    pid =
      lines()
        .find(line => line.startsWith(`at ${name} `))
        ?.split(' ')[2] ?? ''
    return pid !== ''
  })
  return members.find(member => String(member.pid) === pid)
}

const body = (name: string, at: string) => ({ name, at, waitMs: 250 })

async function frozenTask(there: Place, members: Member[], name: string, at: PlaceInRun): Promise<string | undefined> {
  const reply = await send(members[0]?.url ?? '', '/hold', keyed(name, body(name, at), true))
  const id = taskIn(reply.text)
  if (id === undefined) return `not accepted: ${reply.status}`
  const holder = await stoppedHolder(there, members, name)
  if (holder === undefined) return 'nobody took it'
  const row = () => there.store.do('getTask', { id, tenant: '' })
  // The one who takes over stops there too, for a moment.
  const isOver = await overOrLocked(there, async () => (await row())?.state === 'completed')
  const before = await row()
  const isHeld = !isOver && isLocked(there)
  const seen = there.lines().length
  holder.signal('SIGCONT')
  if (isHeld) return (await until(async () => (await row())?.state === 'completed')) ? stoodWithFile : 'never ended'
  if (!isOver) return 'nobody took it over'
  const isLate = (line: string) => line.startsWith(`refused ${lateWrites[at]}`) && line.endsWith(` ${holder.pid}`)
  await until(() => there.lines().slice(seen).some(isLate), 60_000)
  await sleep(300)
  const after = await row()
  if (JSON.stringify(after) !== JSON.stringify(before)) return 'the task changed after its end'
  const { outcome } = fromBytes<{ outcome: { payload?: { value?: { pid?: number } } } }>(
    after?.outcome ?? new Uint8Array(),
  )
  if (outcome.payload?.value?.pid === holder.pid) return 'ended by the one that stood still'
  const steps = await there.store.do('loadSteps', { runId: id })
  const late = steps.find(step => step.name === `${name}.b` && fromBytes(step.value ?? new Uint8Array()) === holder.pid)
  return late !== undefined && at === 'step' ? 'a late step stands' : undefined
}

async function frozenCall(there: Place, members: Member[], name: string, at: PlaceInRun): Promise<string | undefined> {
  const [first, second] = members
  const ask = (member: Member | undefined) => send(member?.url ?? '', '/hold', keyed(name, body(name, at), false))
  const late = ask(first)
  const holder = await stoppedHolder(there, members, name)
  if (holder === undefined) return 'nobody ran it'
  let told: Reply | undefined
  await overOrLocked(there, async () => {
    told = await ask(second)
    return told.status === 200
  })
  const isHeld = told?.status !== 200 && isLocked(there)
  holder.signal('SIGCONT')
  const answer = await late
  const pidIn = (text: string) => /"pid":\s*(\d+)/.exec(text)?.[1]
  if (isHeld) {
    const isOver = await until(async () => (await ask(second)).status === 200)
    const pids = new Set(
      [...(answer.status === 200 ? [answer] : []), await ask(first), await ask(second)].map(({ text }) => pidIn(text)),
    )
    return isOver && pids.size === 1 ? stoodWithFile : 'not one answer after it stood still with the file locked'
  }
  if (told?.status !== 200) return `not taken over: ${told?.status}`
  // Who stood still says that it is worked on elsewhere; the truth is told to whoever asks again.
  if (answer.status !== 409) return `the late one answered ${answer.status}: ${answer.text.slice(0, 200)}`
  const again = await ask(first)
  return pidIn(again.text) === pidIn(told.text) ? undefined : 'two answers for one key'
}

if (import.meta.main) {
  const { full, seed, stores } = said(process.argv.slice(2))
  const results: FrozenResult[] = []
  for (const store of stores) results.push(await freeze({ seed, store, times: full ? 25 : 1 }))
  tell('frozen', results)
}
