/**
 * Readers of a task's events who lose their connection again and again, at any byte, and go on with `Last-Event-ID` at
 * whichever of two server processes they reach. Each must get every event once and in order.
 *
 * `node test/faults/events.ts` prints one line of JSON and exits 1 when anything did not hold. `--seed N` chooses when
 * connections are cut; `--full` reads tasks of 5,000 events.
 */
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { SseReader } from '../../src/codec/index.ts'
import { start } from '../server/processes.ts'
import { onFreshStore, Problems, readWords } from './both-stores.ts'
import { chance } from './files-parts.ts'

export interface EventsResult {
  seed: number
  tasks: number
  events: number
  readers: number
  /** How often a reader lost its connection. */
  cuts: number
  problems: string[]
  seconds: number
}

export interface EventsOptions {
  seed: number
  tasks: number
  events: number
  readers: number
}

const child = fileURLToPath(new URL('./events-child.ts', import.meta.url))

export function provokeEvents(options: EventsOptions): Promise<EventsResult> {
  return onFreshStore('sqlite', async store => {
    const started = performance.now()
    const random = chance(options.seed)
    const problems = new Problems()
    const servers = await Promise.all([start([child, store]), start([child, store])])
    let cuts = 0
    const read = async (id: string, reader: string): Promise<void> => {
      let last = 0
      let text = ''
      for (let connections = 0; ; connections++) {
        const { line: url } = servers[random() < 0.5 ? 0 : 1] ?? { line: '' }
        // The last connections are left alone: otherwise nobody would ever see the end.
        const bytes = connections < 60 ? Math.floor(random() * 12_000) : Number.POSITIVE_INFINITY
        const seen = await readSome(`${url}/operations/${id}/events`, last, bytes)
        for (const { id: number, data } of seen.events) {
          if (number !== last + 1) problems.add(`${reader}: event ${number} after ${last}`)
          last = number
          if (last <= options.events) text += deltaOf(data)
        }
        if (seen.status !== 200) problems.add(`${reader}: ${seen.status}`)
        if (last > options.events || seen.status !== 200) break
        if (!seen.cut && seen.events.length === 0) problems.add(`${reader}: an end without a last event`)
        cuts += 1
        if (connections > 200) {
          problems.add(`${reader}: never came to the end`)
          break
        }
      }
      if (last !== options.events + 1) problems.add(`${reader}: ${last} events`)
      if (text !== Array.from({ length: options.events }, (_, n) => `${n + 1} `).join('')) {
        problems.add(`${reader}: the texts are not those that were told`)
      }
    }
    await Promise.all(
      Array.from({ length: options.tasks }, async (_, task) => {
        const response = await fetch(`${servers[task % 2]?.line}/tellings`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ events: options.events }),
        })
        const { operationId } = (await response.json()) as { operationId: string }
        await Promise.all(Array.from({ length: options.readers }, (_, n) => read(operationId, `reader ${task}.${n}`)))
      }),
    )
    for (const { child: server, exited } of servers) {
      server.kill('SIGTERM')
      await exited
    }
    const seconds = Math.round((performance.now() - started) / 100) / 10
    return { ...options, cuts, problems: problems.all, seconds }
  })
}

interface Seen {
  status: number
  events: { id: number; data: string }[]
  cut: boolean
}

/** Reads so many bytes, then tears the connection: what was only half there does not count. */
function readSome(url: string, after: number, bytes: number): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream', 'last-event-id': String(after) }
    const asking = request(url, { headers, agent: false }, response => {
      const reader = new SseReader()
      const decoder = new TextDecoder()
      const events: Seen['events'] = []
      let left = bytes
      const done = (cut: boolean) => resolve({ status: response.statusCode ?? 0, events, cut })
      response.on('data', (chunk: Buffer) => {
        const piece = chunk.subarray(0, Math.min(left, chunk.byteLength))
        left -= piece.byteLength
        for (const { id, data } of reader.read(decoder.decode(piece, { stream: true }))) {
          if (id !== undefined) events.push({ id: Number(id), data })
        }
        if (left > 0) return
        asking.destroy()
        done(true)
      })
      response.on('end', () => done(false))
      response.on('error', () => done(true))
    })
    asking.on('error', reject)
    asking.end()
  })
}

function deltaOf(data: string): string {
  return /"(\d+ )"/.exec(data)?.[1] ?? ''
}

if (import.meta.main) {
  const { seed, full } = readWords()
  const result = await provokeEvents({ seed, tasks: full ? 4 : 2, events: full ? 5000 : 1500, readers: full ? 8 : 3 })
  console.log(JSON.stringify(result))
  if (result.problems.length > 0) process.exitCode = 1
}
