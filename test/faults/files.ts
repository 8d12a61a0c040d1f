/**
 * Kills (-9) of orchestrators and hosts at random moments, while a stranger reads their files. Two orchestrators and
 * two hosts share one directory; whoever is killed is started again, and nobody tidies up.
 *
 * `node test/faults/files.ts --full` does 1,000 kills and 100,000 reads; without it a tenth. `--seed N` repeats a run
 * as far as the system's own scheduling allows. Prints one JSON object; exits 1 when anything was torn, lost or wrong.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { surveyRequests } from '../../src/files/index.ts'
import { chance } from './files-parts.ts'

export interface Faults {
  seed: number
  kills: number
  reads: number
}

export interface FaultResult extends Faults {
  killsByRole: Record<string, number>
  torn: number
  /** Answers that a host acknowledged, and those of them that no orchestrator ever got. */
  acknowledged: number
  lost: number
  got: number
  wrong: number
  /** Answers that came twice, after a host was killed between writing and saying so. */
  setAside: number
  /** What dead writers left and nobody swept. */
  leftovers: number
  /** Requests and states that are left when all is done. */
  open: number
  /** Files of any kind that are left when all is done: a directory does not grow with the dead. */
  left: string[]
  seconds: number
  problems: string[]
}

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export async function killFiles({ seed, kills, reads }: Faults): Promise<FaultResult> {
  const started = performance.now()
  const dir = mkdtempSync(join(tmpdir(), 'replywire-faults-'))
  const random = chance(seed)
  const acknowledged = new Set<string>()
  const got = new Set<string>()
  const problems: string[] = []
  const killsByRole: Record<string, number> = { orchestrator: 0, host: 0 }
  let killed = 0
  let wrong = 0
  const counts = new Int32Array(new SharedArrayBuffer(12))
  const allow = (): void => void Atomics.store(counts, 0, Math.ceil(((killed + 1) / (kills + 1)) * reads))
  allow()
  const reader = new Worker(script('files-reader.ts'), { workerData: { dir, seed, counts } })
  reader.on('message', message => problems.push(`torn: ${message}`))
  const readerDone = new Promise(resolve => reader.on('exit', resolve))

  // Compiled code is kept, so that a process spends its short life on files.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'replywire-faults-cache') }
  const next = new Map<string, number>()
  const listen = (child: ChildProcess, name: string): Promise<void> => {
    const ready = Promise.withResolvers<void>()
    let rest = ''
    child.stdout?.on('data', chunk => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [word, first = '', second = ''] = line.split(' ')
        if (word === 'ready') ready.resolve()
        if (word === 'ack') acknowledged.add(first)
        if (word === 'got') {
          got.add(second)
          next.set(name, Number(first) + 1)
        }
        if (word === 'wrong') {
          wrong++
          problems.push(line)
        }
      }
    })
    child.stderr?.on('data', chunk => {
      const text = String(chunk)
      if (!/set aside as/.test(text)) problems.push(text.trim().slice(0, 500))
    })
    return ready.promise
  }
  const begin = (
    role: string,
    name: string,
  ): { child: ChildProcess; ready: Promise<void>; closed: Promise<unknown> } => {
    const words =
      role === 'host' ? ['files-host.ts', dir] : ['files-asker.ts', dir, name, `${next.get(name) ?? 0}`, `${seed}`]
    const [file = '', ...rest] = words
    const child = spawn(process.execPath, [script(file), ...rest], { stdio: ['ignore', 'pipe', 'pipe'], env })
    return { child, ready: listen(child, name), closed: new Promise(resolve => child.on('close', resolve)) }
  }

  /** One place in the play: killed and filled again until there were enough kills; returns the last to live. */
  const play = async (role: string, name: string) => {
    for (;;) {
      const actor = begin(role, name)
      await Promise.race([actor.ready, actor.closed])
      if (killed >= kills) return actor
      killed++
      // Half of them early, so that many die while they take over what the dead left.
      await sleep(random() * (random() < 0.5 ? 30 : 800))
      if (actor.child.exitCode !== null) problems.push(`${name} ended by itself with ${actor.child.exitCode}`)
      actor.child.kill('SIGKILL')
      await actor.closed
      killsByRole[role] = (killsByRole[role] ?? 0) + 1
      allow()
    }
  }
  const cast = [
    ['orchestrator', 'alpha'],
    ['orchestrator', 'beta'],
    ['host', 'one'],
    ['host', 'two'],
  ] as const
  const actors = await Promise.all(cast.map(([role, name]) => play(role, name)))
  Atomics.store(counts, 0, reads)

  // Left alone, all of them go on: nobody is stuck on what the dead left behind.
  const before = new Map(next)
  const isMoving = () => ['alpha', 'beta'].every(name => (next.get(name) ?? 0) >= (before.get(name) ?? 0) + 5)
  const patience = Date.now() + 120_000
  while ((!isMoving() || (counts[1] ?? 0) < reads) && Date.now() < patience) await sleep(20)
  if (!isMoving()) problems.push('An orchestrator made no headway after the last kill.')
  for (const [index, { child, closed }] of actors.entries()) {
    child.kill('SIGTERM')
    const isEnded = await Promise.race([closed.then(() => true), sleep(15_000, false, { ref: false })])
    if (isEnded) continue
    problems.push(`${cast[index]?.join(' ')} does not end: ${stateOf(child.pid)}, among ${readdirSync(dir).join(' ')}`)
    child.kill('SIGKILL')
    await closed
  }
  Atomics.store(counts, 0, -1)
  await readerDone

  const left = surveyRequests(dir)
  const lost = [...acknowledged].filter(id => !got.has(id))
  const result: FaultResult = {
    seed,
    kills: (killsByRole.orchestrator ?? 0) + (killsByRole.host ?? 0),
    reads: counts[1] ?? 0,
    killsByRole,
    torn: counts[2] ?? 0,
    acknowledged: acknowledged.size,
    lost: lost.length,
    got: got.size,
    wrong,
    setAside: left.setAside.length,
    leftovers: left.leftovers.length,
    open: left.requests.length + left.runs.length,
    left: readdirSync(dir).toSorted(),
    seconds: Math.round((performance.now() - started) / 100) / 10,
    problems: [...new Set(problems), ...lost.map(id => `lost: ${id}`)].slice(0, 20),
  }
  if (process.env.KEEP_FAULTS) console.error(dir, readdirSync(dir))
  else rmSync(dir, { recursive: true, force: true })
  return result
}

/** What a process is doing, where the system tells: R runs, S sleeps, D waits for the disk. */
function stateOf(pid: number | undefined): string {
  try {
    return /^State:\s*(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Whether everything held. */
export function isSound({ torn, lost, wrong, leftovers, open, left, problems }: FaultResult): boolean {
  return torn + lost + wrong + leftovers + open + left.length + problems.length === 0
}

if (import.meta.main) {
  const words = process.argv.slice(2)
  const tenth = words.includes('--full') ? 1 : 0.1
  const at = words.indexOf('--seed')
  const seed = at < 0 ? Date.now() % 1_000_000 : Number(words[at + 1])
  const result = await killFiles({ seed, kills: 1_000 * tenth, reads: 100_000 * tenth })
  console.log(JSON.stringify(result, null, 2))
  process.exitCode = isSound(result) ? 0 : 1
}
