/** What the scripts on durable runs share: a fresh store of each kind, and the words of the command line. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabases } from '../postgres.ts'

export type StoreKind = 'sqlite' | 'postgres'

/** Gives a fresh store to the work, and removes it afterwards. */
export async function onFreshStore<T>(kind: StoreKind, work: (url: string) => Promise<T>): Promise<T> {
  if (kind === 'postgres') {
    const postgres = await openDatabases()
    try {
      return await work(await postgres.database())
    } finally {
      await postgres.remove()
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'replywire-fault-'))
  try {
    return await work(`sqlite:${join(folder, 'store.db')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `--seed N` and `--full`. */
export function readWords(): { seed: number; full: boolean } {
  const words = process.argv.slice(2)
  const at = words.indexOf('--seed')
  return { seed: at < 0 ? Date.now() % 1_000_000 : Number(words[at + 1]), full: words.includes('--full') }
}

/** Runs a script on each store, or on the one that `--store` names: one line of JSON each; exit 1 when it did not hold. */
export async function tellOfBoth(provoke: (kind: StoreKind, url: string) => Promise<{ problems: string[] }>) {
  const words = process.argv.slice(2)
  const only = words.includes('--store') ? words[words.indexOf('--store') + 1] : undefined
  for (const kind of (['sqlite', 'postgres'] as const).filter(one => only === undefined || one === only)) {
    const result = await onFreshStore(kind, url => provoke(kind, url))
    console.log(JSON.stringify({ store: kind, ...result }))
    if (result.problems.length > 0) process.exitCode = 1
  }
}

/** Collects what did not hold; only so many are told. */
export class Problems {
  readonly #told: string[] = []
  #more = 0

  add(problem: string): void {
    if (this.#told.length < 20) this.#told.push(problem)
    else this.#more += 1
  }

  get all(): string[] {
    return this.#more === 0 ? this.#told : [...this.#told, `and ${this.#more} more`]
  }
}

/** Does the work for each number below `count`, so many at once. */
export async function inParallel(count: number, atOnce: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
