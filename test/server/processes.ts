/** Servers in processes of their own, and callers who talk to them in bytes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Running {
  child: ChildProcess
  /** The first line that it printed. */
  line: string
  exited: Promise<unknown[]>
}

export async function start(words: readonly string[], env: Record<string, string> = {}): Promise<Running> {
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const exited = once(child, 'exit')
  const [line] = (await once(createInterface({ input: child.stdout as never }), 'line')) as [string]
  return { child, line, exited }
}

/** The test server that stops; and what its admin listener tells. */
export async function startStopping(env: Record<string, string> = {}) {
  const running = await start(['test/server/stopping-child.ts'], env)
  const [url = '', adminUrl = ''] = running.line.split(' ')
  const admin = async (path: string) => fetch(new URL(path, adminUrl))
  return {
    ...running,
    url,
    /** Waits until so many calls are open. */
    async open(calls: number): Promise<void> {
      const wanted = new RegExp(`^replywire_calls_open ${calls}$`, 'm')
      while (!wanted.test(await (await admin('/metrics')).text())) await sleep(20)
    },
    /** Tells the process to stop and waits until it has heard. */
    async stop(): Promise<void> {
      running.child.kill('SIGTERM')
      while ((await admin('/health/ready')).status !== 503) await sleep(20)
    },
  }
}

/** A caller in bytes, who reads only when asked. */
export async function caller(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  return socket
}

/** Reads to the end, a piece at a time. */
export async function readSlowly(socket: Socket, pauseMs = 1): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of socket) {
    pieces.push(piece)
    if (pieces.length % 50 === 0) await sleep(pauseMs)
  }
  return Buffer.concat(pieces).toString('latin1')
}

/** An answer with a length, taken apart. */
export function answerOf(text: string): { status: number; head: string; length: number; body: string } {
  const at = text.indexOf('\r\n\r\n')
  const head = text.slice(0, at).toLowerCase()
  const status = Number(head.split(' ')[1])
  const length = Number(/^content-length: (\d+)/m.exec(head)?.[1])
  return { status, head, length, body: text.slice(at + 4) }
}
