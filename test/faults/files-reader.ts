/** A thread that reads agent files as a stranger would, and counts what is not whole. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { chance, holds } from './files-parts.ts'

interface Data {
  dir: string
  seed: number
  /** Allowed reads, found reads, torn reads. */
  counts: Int32Array
}

const { dir, seed, counts } = workerData as Data
const random = chance(seed)
/** Locks and states too; only what a writer is still making has another kind of name. */
const isWhole = /^\.[^.].*\.(?:json|lock|stale|rejected)$/

for (;;) {
  const [allowed = 0, found = 0] = counts
  if (allowed < 0) break
  if (found >= allowed) {
    await sleep(2)
    continue
  }
  const names = readdirSync(dir).filter(name => isWhole.test(name))
  const name = names[Math.floor(random() * names.length)]
  if (name === undefined) {
    await sleep(1)
    continue
  }
  let text: string
  try {
    text = readFileSync(join(dir, name), 'utf8')
  } catch {
    continue
  }
  Atomics.add(counts, 1, 1)
  if (!isSound(text)) {
    Atomics.add(counts, 2, 1)
    parentPort?.postMessage(`${name}: ${text.length} characters, ${JSON.stringify(text.slice(0, 80))}`)
  }
}

function isSound(text: string): boolean {
  try {
    const value = JSON.parse(text)
    return typeof value.response !== 'string' || holds(JSON.parse(value.response))
  } catch {
    return false
  }
}
