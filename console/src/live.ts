/**
 * News from the server: one stream for the tab says which lists have changed, and what shows them asks again at once.
 * While there is no stream, as below a proxy that holds it back, they ask from time to time.
 */
import { chunksOf } from '../../src/client/http/request.ts'
import { addressOf, send } from './api.ts'
import { isResting } from './notifying.ts'

export type Topic = 'tasks' | 'approvals'

interface Listener {
  readonly topics: readonly Topic[]
  /** Something has changed. */
  news(): void
  /** The stream has begun or ended: how often to ask is another now. */
  turned(): void
}

const listeners = new Set<Listener>()
let isOpen = false
let current: AbortController | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** The server sends a comment every 15 s: a stream that is silent for longer is lost. */
const mostSilentMs = 45_000
const mostWaitMs = 60_000

/** Whether news come by themselves. */
export function isLive(): boolean {
  return isOpen
}

/** Returns how to stop. The stream is open while somebody listens and the tab is seen. */
export function listenForNews(listener: Listener): () => void {
  listeners.add(listener)
  connect()
  return () => {
    listeners.delete(listener)
    // Another page is about to listen: the stream stays for that.
    setTimeout(() => listeners.size === 0 && disconnect())
  }
}

/** The reader is somebody else now. */
export function beginAgain(): void {
  disconnect()
  failures = 0
  if (listeners.size > 0) connect()
}

function connect(): void {
  if (current !== undefined || timer !== undefined || isResting()) return
  const end = new AbortController()
  current = end
  void follow(end).then(isRefused => {
    if (current !== end) return
    current = undefined
    turn(false)
    if (listeners.size === 0 || isRefused || isResting()) return
    const wait = Math.min(1000 * 2 ** Math.min(failures, 6), mostWaitMs)
    timer = setTimeout(() => {
      timer = undefined
      connect()
    }, wait)
  })
}

function disconnect(): void {
  clearTimeout(timer)
  timer = undefined
  current?.abort()
  current = undefined
  turn(false)
}

function turn(open: boolean): void {
  if (isOpen === open) return
  isOpen = open
  for (const { turned } of [...listeners]) turned()
}

/** Reads the stream to its end. True: there is none here, and trying again is of no use. */
async function follow(end: AbortController): Promise<boolean> {
  let silence: ReturnType<typeof setTimeout> | undefined
  const heard = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => end.abort(), mostSilentMs)
  }
  try {
    heard()
    const response = await send(addressOf('console/changes', { envelope: 'problem' }), {
      signal: end.signal,
      headers: { accept: 'text/event-stream' },
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!response.ok || !isStream || response.body === null) {
      await response.body?.cancel()
      failures += 1
      return response.status < 500 && response.status !== 429
    }
    const decoder = new TextDecoder()
    let rest = ''
    for await (const piece of chunksOf(response, end.signal)) {
      heard()
      const blocks = (rest + decoder.decode(piece, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) read(block)
    }
  } catch {
    failures += 1
  } finally {
    clearTimeout(silence)
  }
  return false
}

/** An event names what has changed; a comment names nothing. */
function read(block: string): void {
  const data = block.split('\n').find(line => line.startsWith('data:'))
  if (data === undefined) return
  failures = 0
  turn(true)
  const changed = messageOf(data.slice('data:'.length)).split(' ')
  for (const { topics, news } of [...listeners]) if (topics.some(topic => changed.includes(topic))) news()
}

function messageOf(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}

document.addEventListener('visibilitychange', () => {
  if (isResting()) disconnect()
  else if (listeners.size > 0) connect()
})
