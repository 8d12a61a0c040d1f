/**
 * Readers who take nothing: 30 streams of 12 MB and plain answers of 12 MB, more than the operating system holds for
 * them, beside a run whose readers take all of the same. Their handlers must be let go, and nobody else may be delayed.
 *
 * `node test/faults/readers.ts` prints one line of JSON and exits 1 when anything did not hold. `--full` uses three times
 * as many plain answers.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onFreshStore, readWords } from './both-stores.ts'
import { compare, type Figures, type LoadResult, measure, timed } from './load-world.ts'

const sendTimeoutMs = 2000
const mostDelayMs = 3000
const events = 600

interface Readers {
  plain: number
  /** Whether they take what is sent. */
  read: boolean
}

function ask(url: string, path: string, accept: string, read: boolean): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  if (read) socket.resume()
  else socket.pause()
  const head = ['host: localhost', 'x-me: mallory', `accept: ${accept}`, 'connection: close']
  socket.write(`GET ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  return socket
}

async function run({ plain, read }: Readers): Promise<Figures & { heldAtEnd: number }> {
  let heldAtEnd = 0
  const figures = await onFreshStore('sqlite', store =>
    measure({ store, sendTimeoutMs }, async ({ url, send, held }) => {
      const sockets = Array.from({ length: 30 }, () => ask(url, `/talk?events=${events}`, 'text/event-stream', read))
      for (let n = 0; n < plain; n++) sockets.push(ask(url, '/large?bytes=12000000', 'application/json', read))
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

export async function provokeReaders(plain: number): Promise<LoadResult> {
  const calm = await run({ plain, read: true })
  const attacked = await run({ plain, read: false })
  const result = compare(calm, attacked, mostDelayMs)
  if (attacked.heldAtEnd > 0) result.problems.push(`${attacked.heldAtEnd} handlers are still held.`)
  return result
}

if (import.meta.main) {
  const result = await provokeReaders(readWords().full ? 9 : 3)
  console.log(JSON.stringify(result))
  if (result.problems.length > 0) process.exitCode = 1
}
