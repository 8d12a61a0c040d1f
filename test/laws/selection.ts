/** The arguments of `npm run laws`, and the laws that they select. */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

export interface Selection {
  /** Generated cases for each law. */
  runs: number
  /** Makes the cases the same each time. */
  seed: number | undefined
  /** How many laws run at the same time, each in its own process. */
  processes: number
  /** Lists the selected laws, and runs none. */
  isList: boolean
  /** Whether a law is run; `index` is its place among those that `--only` leaves. */
  includes(name: string): boolean
  isInShard(index: number): boolean
}

export const usage = `Usage: npm run laws -- [--only TEXT]… [--shard I/N] [--runs N] [--seed N] [--processes N] [--list]
  --only TEXT    laws whose name has each word of TEXT: "adcp", "adcp 3.1 http", "jpcite stream". More than one: laws of any
  --shard I/N    every Nth of these laws, from the Ith on. Default: all
  --runs N       generated cases for each law. Default: 100000
  --seed N       the same cases each time. Default: new ones; a failure reports its seed
  --processes N  laws at the same time. Default: as many as there are cores
  --list         lists the laws, and runs none`

/** Throws for arguments that cannot be read; the message says which. */
export function readSelection(words: readonly string[]): Selection {
  const { values } = parseArgs({
    args: [...words],
    options: {
      only: { type: 'string', multiple: true },
      shard: { type: 'string' },
      runs: { type: 'string' },
      seed: { type: 'string' },
      processes: { type: 'string' },
      list: { type: 'boolean' },
    },
  })
  const wanted = (values.only ?? []).map(text => text.toLowerCase().split(/\s+/))
  const [, first = '1', shards = '1'] = /^(\d+)\/(\d+)$/.exec(values.shard ?? '1/1') ?? []
  const isShard = values.shard === undefined || /^[1-9]\d*\/[1-9]\d*$/.test(values.shard)
  if (!isShard || Number(first) > Number(shards)) throw new TypeError('--shard is I/N, such as 1/4.')
  return {
    runs: whole('runs', values.runs) ?? 100_000,
    seed: whole('seed', values.seed),
    processes: whole('processes', values.processes) ?? availableParallelism(),
    isList: values.list === true,
    includes: name => wanted.length === 0 || wanted.some(parts => parts.every(part => hasWord(name, part))),
    isInShard: index => index % Number(shards) === Number(first) - 1,
  }
}

/** Whole words, so that 3.1 is not 3.1-beta.3 and not 3.10. */
function hasWord(name: string, word: string): boolean {
  return name
    .toLowerCase()
    .split(/[\s:,]+/)
    .includes(word)
}

function whole(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^[1-9]\d*$/.test(value)) throw new TypeError(`--${option} is a whole number from 1 on.`)
  return Number(value)
}
