/** Who is measured, and the bars that the gateway keeps. */
import type { CallName } from '../server/calls.ts'
import type { StartedProxy } from './proxies.ts'

export interface Contender {
  /** The most CPU time per call, as ratios to others. */
  readonly bars?: Readonly<Record<string, number>>
  readonly streams?: true
  /** What is sent. Default: `forwarded`. */
  readonly calls?: CallName
  /** Gets a new database. */
  readonly needsPostgres?: true
  isPresent?(): Promise<boolean>
  /** `store`: the database that it gets. */
  start(upstream: string, code: 'dist' | 'src', store?: string): Promise<StartedProxy>
}

const proxies = () => import('./proxies.ts')
const ours = () => import('./ours.ts')

export const contenders: Readonly<Record<string, Contender>> = {
  'node:http + undici': { streams: true, start: async upstream => (await proxies()).startBare(upstream) },
  'http-proxy': { start: async upstream => (await proxies()).startHttpProxy(upstream) },
  'http-proxy, kept connections': { start: async upstream => (await proxies()).startHttpProxy(upstream, true) },
  '@fastify/http-proxy': { start: async upstream => (await proxies()).startFastifyProxy(upstream) },
  nginx: {
    isPresent: async () => (await proxies()).hasProgram('nginx'),
    start: async upstream => (await proxies()).startProgram('nginx', upstream),
  },
  haproxy: {
    isPresent: async () => (await proxies()).hasProgram('haproxy'),
    start: async upstream => (await proxies()).startProgram('haproxy', upstream),
  },
  'replywire (a) nothing': {
    start: async (upstream, code) => (await ours()).startOurs(upstream, 'nothing', code),
  },
  'replywire (b) JWT, trace, schema': {
    streams: true,
    bars: { 'http-proxy': 0.75, 'node:http + undici': 1.6 },
    start: async (upstream, code) => (await ours()).startOurs(upstream, 'enforce', code),
  },
  'replywire (b) and limit, audit': {
    start: async (upstream, code) => (await ours()).startOurs(upstream, 'all', code),
  },
  'replywire (c) translation': {
    bars: { 'replywire (b) JWT, trace, schema': 1.5 },
    start: async (upstream, code) => (await ours()).startOurs(upstream, 'translate', code),
  },
  'replywire (b) GET': {
    calls: 'forwarded read',
    start: async (upstream, code) => (await ours()).startOurs(upstream, 'enforce', code),
  },
  'replywire (b) stream': {
    calls: 'forwarded stream',
    start: async (upstream, code) => (await ours()).startOurs(upstream, 'enforce', code),
  },
  'replywire (c) limit, not shared': {
    start: async (upstream, code) => (await ours()).startOurs(upstream, 'limit', code),
  },
  'replywire (c) limit, SQLite': {
    bars: { 'replywire (c) limit, not shared': 1.2 },
    start: async (upstream, code) => (await ours()).startOurs(upstream, 'shared limit', code),
  },
  'replywire (c) limit, PostgreSQL': {
    bars: { 'replywire (c) limit, not shared': 1.2 },
    needsPostgres: true,
    start: async (upstream, code, store) => (await ours()).startOurs(upstream, 'shared limit', code, { store }),
  },
  // Each durable plugin in addition to (b), on SQLite, or on the store that BENCH_STORE names.
  'replywire (d) idempotency': {
    calls: 'forwarded with a key',
    start: async (upstream, code, store) => (await ours()).startOurs(upstream, 'idempotency', code, { store }),
  },
  'replywire (d) idempotency, repeat': {
    calls: 'repeated with a key',
    start: async (upstream, code, store) => (await ours()).startOurs(upstream, 'idempotency', code, { store }),
  },
  'replywire (d) approval, not needed': {
    start: async (upstream, code, store) => (await ours()).startOurs(upstream, 'approval', code, { store }),
  },
  'replywire (d) respond-async': {
    calls: 'forwarded later',
    start: async (upstream, code, store) => (await ours()).startOurs(upstream, 'respond-async', code, { store }),
  },
  'replywire (d) resume': {
    calls: 'forwarded stream',
    start: async (upstream, code, store) => (await ours()).startOurs(upstream, 'resume', code, { store }),
  },
  'replywire (d) cache, from memory': {
    calls: 'read again',
    start: async (upstream, code) => (await ours()).startOurs(upstream, 'cache', code),
  },
}
