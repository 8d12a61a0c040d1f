/**
 * A fault before and after every write of a claim, a task, a step, the outbox and the answer: the process is killed,
 * the store throws, its disk is full. Then all is well again, and the client repeats with its key: it must end in a
 * known state, no committed step may run again, and a step that must not be repeated ran once at most; interrupted, it
 * is said to be unknown.
 *
 * `node test/faults/cells.ts --full` tries every cell on each store; without it one of every 29. `--table` prints
 * a table beside the line of JSON. Exits 1 when a cell does not hold. A full disk is a real one: a small file system of
 * its own for SQLite, where mounts are allowed; SQLSTATE 53100 for PostgreSQL.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openStore } from '../../src/store/open.ts'
import type { StoreOperationName } from '../../src/store/store.ts'
import {
  type Attempt,
  type AttemptReport,
  attempt,
  type Fault,
  type FaultKind,
  receiver,
  type Way,
} from './cells-parts.ts'
import { type Place, place, type StoreKind, said, tell } from './durable-world.ts'

/** Which writes there are on which way, and how many of each. */
const writes: Readonly<Record<Way, readonly (readonly [StoreOperationName, number])[]>> = {
  sync: [
    ['claim', 1],
    ['saveStep', 4],
    ['finishClaim', 1],
  ],
  refused: [['releaseClaim', 1]],
  task: [
    ['claim', 1],
    ['createTask', 1],
    ['leaseTasks', 1],
    ['saveStep', 4],
    ['appendEvents', 1],
    ['endTask', 1],
    ['leaseDeliveries', 1],
    ['endDelivery', 1],
  ],
  adopted: [
    ['adoptTask', 1],
    ['saveStep', 4],
    ['endTask', 1],
  ],
}

interface Cell extends Fault {
  way: Way
}

const cells: Cell[] = Object.entries(writes).flatMap(([way, named]) =>
  named.flatMap(([operation, count]) =>
    Array.from({ length: count }, (_, index) => index + 1).flatMap(nth =>
      (['before', 'after'] as const).flatMap(when =>
        (['kill', 'throw', 'full'] as const).map(kind => ({ way: way as Way, operation, nth, when, kind })),
      ),
    ),
  ),
)

interface Tried extends Cell {
  ended: string
  problem?: string
}

export interface CellResult {
  seed: number
  store: StoreKind
  cells: number
  completed: number
  unknown: number
  /** Faults that were not tried, because no mount is allowed here. */
  untried: number
  seconds: number
  problems: string[]
}

/** How a disk is made full, and is given room again. */
interface Disk {
  fill(): Promise<void>
  free(): Promise<void>
}

function smallDisk(folder: string): Disk {
  const filler = join(folder, 'filler')
  return {
    async fill() {
      const file = openSync(filler, 'a')
      try {
        for (;;) writeSync(file, Buffer.alloc(4096))
      } catch {
        closeSync(file)
      }
    },
    async free() {
      rmSync(filler, { force: true })
    },
  }
}

async function refusingDisk(url: string): Promise<Disk> {
  const sql = async (text: string) => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await sql(`CREATE TABLE fault_full (is_full INT);
    CREATE FUNCTION fault_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF EXISTS (SELECT 1 FROM fault_full) THEN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END IF;
      RETURN COALESCE(NEW, OLD); END $$;`)
  for (const table of ['claim', 'task', 'task_call', 'event', 'step', 'endpoint', 'delivery']) {
    await sql(`CREATE TRIGGER fault_full BEFORE INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION fault_full()`)
  }
  return { fill: () => sql('INSERT INTO fault_full VALUES (1)'), free: () => sql('DELETE FROM fault_full') }
}

interface World {
  there: Place
  hook: Awaited<ReturnType<typeof receiver>>
  disk: Disk
  urlOf(cell: string): string
}

async function tryCell(world: World, cell: Cell, number: number): Promise<Tried> {
  const { there, hook, disk, urlOf } = world
  const name = `cell${number}`
  const url = urlOf(name)
  const base: Attempt = { url, log: there.log, way: cell.way, cell: name, hook: hook.url }
  if (cell.kind === 'kill') await inChild({ ...base, fault: cell })
  else await attempt({ ...base, fault: cell }, cell.kind === 'full' ? 1500 : 3000, disk.fill)
  const broken = stepsIn(there, name)
  await disk.free()
  const later = { ...base, laterMs: 120_000 }
  const told = await attempt(later, 15_000, disk.fill)
  const again = await attempt({ ...later, laterMs: 180_000 }, 15_000, disk.fill)
  const problem =
    judged(told, again, broken, stepsIn(there, name)) ?? (await judgedTask(world, url, name, cell.way, told))
  return { ...cell, ended: told.kind, ...(problem === undefined ? {} : { problem }) }
}

function inChild(given: Attempt): Promise<unknown> {
  const script = fileURLToPath(new URL('cells-parts.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise(resolve => child.on('close', resolve))
}

function stepsIn({ lines }: Place, cell: string): string[] {
  return lines()
    .filter(line => line.startsWith(`${cell} `))
    .map(line => line.slice(cell.length + 1))
}

/** What is wrong with how the calls ended and what was done for them. */
function judged(
  told: AttemptReport,
  again: AttemptReport,
  broken: readonly string[],
  steps: readonly string[],
): string | undefined {
  if (told.kind !== 'completed' && told.kind !== 'unknown')
    return `not known: ${told.answers.join(', ')} ${told.code ?? ''}`
  if (again.kind !== told.kind || again.task !== told.task) return `first ${told.kind}, then ${again.kind}`
  for (const name of ['first', 'once', 'last']) {
    if (steps.lastIndexOf(`ran ${name}`) > steps.indexOf(`done ${name}`) && steps.includes(`done ${name}`)) {
      return `${name} ran again after it was committed: ${steps.join(', ')}`
    }
  }
  if (steps.filter(line => line === 'ran once').length > 1) return `once ran twice: ${steps.join(', ')}`
  const isCut = broken.includes('ran once') && !broken.includes('done once')
  if (isCut && told.kind !== 'unknown') return `guessed: ${steps.join(', ')}`
  if (told.kind === 'unknown' && steps.includes('done once')) return `unknown, though done: ${steps.join(', ')}`
  // Killed by another write of the same commit, a process may not live to say that the step is done.
  if (told.kind === 'completed' && !steps.includes('ran last')) return `completed without its last step`
  return undefined
}

async function judgedTask(
  { hook }: World,
  url: string,
  cell: string,
  way: Way,
  told: AttemptReport,
): Promise<string | undefined> {
  const store = await openStore(url)
  try {
    const tasks = await store.do('listTasks', { tenant: 'north', operation: cell, limit: 10 })
    if (tasks.length > 1 || (way === 'task' && tasks.length !== 1)) return `${tasks.length} tasks`
    for (const { id, state } of tasks) {
      if (state !== told.kind) return `the caller was told ${told.kind}, the task is ${state}`
      const done = (await store.do('loadSteps', { runId: id })).filter(step => step.state === 'done')
      if (state === 'completed' && done.length !== 3) return `completed with ${done.length} steps`
      const events = await store.do('readEvents', { id, after: 0, limit: 100 })
      if (events.filter(({ kind }) => kind === 'outcome').length !== 1) return 'the task did not end once'
      if (events.some(({ seq }, index) => seq !== index + 1)) return 'the log has gaps'
      const deliveries = await store.do('listDeliveries', { tenant: 'north', taskId: id, limit: 10 })
      if (deliveries.length !== 1 || !hook.heard.has(deliveries[0]?.id ?? '')) return 'the receiver was not told'
    }
    return undefined
  } finally {
    await store.close()
  }
}

/** Tries cells one after the other: every so-manieth, beginning at one that the seed chooses. */
export async function tryCells(kind: StoreKind, seed: number, every: number): Promise<CellResult & { table: Tried[] }> {
  const started = performance.now()
  const there = await place(kind)
  const folder = join(there.folder, 'disk')
  mkdirSync(folder)
  const mayFill = kind === 'postgres' || isApart
  if (kind === 'sqlite' && isApart) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', folder])
  const disk = kind === 'postgres' ? await refusingDisk(there.url) : smallDisk(folder)
  const hook = await receiver()
  const urlOf = (cell: string) => (kind === 'postgres' ? there.url : `sqlite:${join(folder, `${cell}.db`)}`)
  const table: Tried[] = []
  let untried = 0
  for (const [number, cell] of cells.entries()) {
    if (number % every !== seed % every) continue
    if (cell.kind === 'full' && !mayFill) {
      untried += 1
      continue
    }
    table.push(await tryCell({ there, hook, disk, urlOf }, cell, number))
    if (kind === 'sqlite')
      for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `cell${number}.db${end}`), { force: true })
  }
  hook.close()
  if (kind === 'sqlite' && isApart) execFileSync('umount', [folder])
  await there.remove()
  return {
    seed,
    store: kind,
    cells: table.length,
    completed: table.filter(({ ended }) => ended === 'completed').length,
    unknown: table.filter(({ ended }) => ended === 'unknown').length,
    untried,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    problems: table.flatMap(one => (one.problem === undefined ? [] : [`${nameOf(one)}: ${one.problem}`])),
    table,
  }
}

const nameOf = ({ way, operation, nth, when, kind }: Cell) => `${way} ${operation}#${nth} ${when} ${kind}`

/** One row a write, one column a fault. */
function print(store: StoreKind, table: readonly Tried[]): void {
  const kinds: FaultKind[] = ['kill', 'throw', 'full']
  console.error(`\n${store.padEnd(34)}${kinds.map(kind => kind.padEnd(11)).join('')}`)
  const rows = Map.groupBy(table, ({ way, operation, nth, when }) => `${way} ${when} ${operation} ${nth}`)
  for (const [name, tried] of rows) {
    const word = (kind: FaultKind) => {
      const one = tried.find(other => other.kind === kind)
      return one === undefined ? '-' : one.problem === undefined ? one.ended : 'BROKEN'
    }
    console.error(`${name.padEnd(34)}${kinds.map(kind => word(kind).padEnd(11)).join('')}`)
  }
}

/** In a mount namespace of its own, where a small disk can be made. */
const isApart = process.env.FAULTS_APART === '1'

function goApart(words: readonly string[]): number | undefined {
  const flags = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]
  if (isApart || spawnSync('unshare', [...flags, 'true']).status !== 0) return undefined
  const env = { ...process.env, FAULTS_APART: '1' }
  const script = fileURLToPath(import.meta.url)
  return spawnSync('unshare', [...flags, process.execPath, script, ...words], { stdio: 'inherit', env }).status ?? 1
}

if (import.meta.main) {
  const words = process.argv.slice(2)
  const status = goApart(words)
  if (status !== undefined) process.exitCode = status
  else {
    const { full, seed, stores } = said(words)
    const results: CellResult[] = []
    for (const store of stores) {
      const { table, ...result } = await tryCells(store, seed, full ? 1 : 29)
      results.push(result)
      if (words.includes('--table') || full) print(store, table)
    }
    tell('cells', results)
  }
}
