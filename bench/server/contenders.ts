/** Who is measured, with which calls, and against whom. */
import type { CallName } from './calls.ts'
import type { Started } from './frameworks.ts'
import type { Settings } from './ours.ts'

export interface Contender {
  readonly calls: CallName
  /** The contender that its ratio is to. */
  readonly base: string
  readonly needsPostgres?: true
  /** The most CPU time that it should take, as ratios to others. Where it takes more, `bench/server.ts` prints a profile. */
  readonly aims?: Readonly<Record<string, number>>
  start(settings: Settings): Promise<Started>
}

const frameworks = () => import('./frameworks.ts')
const ours = () => import('./ours.ts')
const official = () => import('./official.ts')

export const contenders: Readonly<Record<string, Contender>> = {
  'node:http': { calls: 'plain', base: 'fastify', start: async () => (await frameworks()).startNodeHttp() },
  fastify: { calls: 'plain', base: 'fastify', start: async () => (await frameworks()).startFastify() },
  hono: { calls: 'plain', base: 'fastify', start: async () => (await frameworks()).startHono() },
  express: { calls: 'plain', base: 'fastify', start: async () => (await frameworks()).startExpress() },
  replywire: {
    calls: 'plain',
    base: 'fastify',
    aims: { fastify: 2, express: 1 },
    start: async s => (await ours()).startOurs(s),
  },
  'replywire, JWT': {
    calls: 'plain',
    base: 'replywire',
    aims: { replywire: 1.5 },
    start: async s => (await ours()).startOursJwt(s),
  },
  'replywire, signed': {
    calls: 'signed',
    base: 'replywire',
    start: async s => (await ours()).startOursSigned(s),
  },
  'replywire, journal': {
    calls: 'plain',
    base: 'replywire',
    start: async s => (await ours()).startOursJournal(s),
  },
  'replywire, journal on SQLite': {
    calls: 'plain',
    base: 'replywire',
    start: async s => (await ours()).startOursSqlite(s, { journal: true }),
  },
  'replywire, key on SQLite': {
    calls: 'keyed',
    base: 'replywire',
    start: async s => (await ours()).startOursSqlite(s),
  },
  'replywire, key on PostgreSQL': {
    calls: 'keyed',
    base: 'replywire',
    needsPostgres: true,
    start: async s => (await ours()).startOursPostgres(s),
  },
  'node:http, 20 deltas': {
    calls: 'stream',
    base: 'node:http, 20 deltas',
    start: async () => (await frameworks()).startNodeHttpStream(),
  },
  'replywire, 20 deltas': {
    calls: 'our stream',
    base: 'node:http, 20 deltas',
    start: async s => (await ours()).startOurs(s),
  },
  'official MCP server': {
    calls: 'mcp',
    base: 'official MCP server',
    start: async () => (await official()).startOfficialMcp(),
  },
  'replywire, MCP': {
    calls: 'mcp',
    base: 'official MCP server',
    aims: { 'official MCP server': 1.25 },
    start: async s => (await ours()).startOurs(s),
  },
  'official A2A handler': {
    calls: 'a2a',
    base: 'official A2A handler',
    start: async () => (await official()).startOfficialA2a(),
  },
  'replywire, A2A': {
    calls: 'a2a',
    base: 'official A2A handler',
    aims: { 'official A2A handler': 1.25 },
    start: async s => (await ours()).startOurs(s),
  },
}

export function contenderNamed(name: string): Contender {
  const found = contenders[name]
  if (found === undefined) throw new Error(`Unknown contender. There are: ${Object.keys(contenders).join('; ')}.`)
  return found
}

/** The contenders in a list with commas between them. Names have commas too: the longest name that fits is meant. */
export function contenderNames(list: string): string[] {
  const names: string[] = []
  let rest = list.trim()
  while (rest !== '') {
    const fits = (name: string) => rest.startsWith(name) && /^\s*(?:,|$)/.test(rest.slice(name.length))
    const [name] = Object.keys(contenders)
      .filter(fits)
      .toSorted((a, b) => b.length - a.length)
    if (name === undefined)
      throw new Error(`Unknown contender: ${rest}. There are: ${Object.keys(contenders).join('; ')}.`)
    names.push(name)
    rest = rest.slice(name.length).replace(/^\s*,?\s*/, '')
  }
  return names
}
