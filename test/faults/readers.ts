/**
 * Readers who take nothing of 30 streams of 600 events and of some plain answers, beside a run whose readers take all of
 * the same. Their handlers must be let go, and nobody else may be delayed.
 *
 * `node test/faults/readers.ts` prints one line of JSON and exits 1 when handlers were held, another tenant waited, or
 * more than 64 MB were needed above the run whose readers take all, or by long rows above short ones. Short: events and
 * answers of 1 KB, which the operating system takes; long: events of 20 KB, 12 MB a stream, and answers of 0.95 MB.
 * The run whose readers take all has long ones. Then the same is done with answers of 12 MB, more than the operating
 * system takes, to see that their handlers are let go (`huge`): the operation itself makes so much, and that memory is
 * printed and not held to a bound. How memory is measured: load-world.ts, with a heap of 512 MB for the answers of 12 MB.
 * `--full` uses three times as many plain answers.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onFreshStore, readWords } from './both-stores.ts'
import { compare, type Figures, type LoadResult, measure, timed } from './load-world.ts'
import { lengths, mostMbAbove } from './small-memory.ts'

const sendTimeoutMs = 2000
const mostDelayMs = 3000
const events = 600

interface Readers {
  plain: number
  /** Whether they take what is sent. */
  read: boolean
  /** Bytes of an event, and of a plain answer. */
  event: number
  answer: number
}

const short = { event: 1000, answer: lengths.short }
const long = { event: 20_000, answer: lengths.long }
const huge = { event: 20_000, answer: 12_000_000 }

function ask(url: string, path: string, accept: string, read: boolean): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  if (read) socket.resume()
  else socket.pause()
  const head = ['host: localhost', 'x-me: mallory', `accept: ${accept}`, 'connection: close']
  socket.write(`GET ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  return socket
}

async function run({ plain, read, event, answer }: Readers): Promise<Figures & { heldAtEnd: number }> {
  let heldAtEnd = 0
  const figures = await onFreshStore('sqlite', store =>
    measure({ store, sendTimeoutMs, heapMb: answer > 1e6 ? 512 : undefined }, async ({ url, send, held }) => {
      const sockets = Array.from({ length: 30 }, () =>
        ask(url, `/talk?events=${events}&bytes=${event}`, 'text/event-stream', read),
      )
      for (let n = 0; n < plain; n++) sockets.push(ask(url, `/large?bytes=${answer}`, 'application/json', read))
      const delays: number[] = []
      const until = performance.now() + 5 * sendTimeoutMs
      while (performance.now() < until) {
        delays.push(await timed(async () => (await send('north', '/large?bytes=10')).text()))
        await sleep(20)
      }
      // Bounded: whoever holds a handler after this long holds it for good.
      for (let n = 0; n < 100 && (await held()) > 0; n++) await sleep(100)
      heldAtEnd = await held()
      for (const socket of sockets) socket.destroy()
      return delays
    }),
  )
  return { ...figures, heldAtEnd }
}

export async function provokeReaders(plain: number): Promise<LoadResult & { huge: Figures }> {
  const calm = await run({ plain, read: true, ...long })
  const runs = {
    attacked: await run({ plain, read: false, ...short }),
    long: await run({ plain, read: false, ...long }),
    huge: await run({ plain, read: false, ...huge }),
  }
  const result = compare({ ...runs, calm }, mostDelayMs)
  const aboveCalm = Math.round(runs.long.peakMb - calm.peakMb)
  if (aboveCalm > mostMbAbove) result.problems.push(`${aboveCalm} MB more than for readers who take all.`)
  for (const [name, { heldAtEnd }] of Object.entries(runs)) {
    if (heldAtEnd > 0) result.problems.push(`${name}: ${heldAtEnd} handlers are still held.`)
  }
  return { ...result, huge: runs.huge }
}

if (import.meta.main) {
  const result = await provokeReaders(readWords().full ? 9 : 3)
  console.log(JSON.stringify(result))
  if (result.problems.length > 0) process.exitCode = 1
}
