/** The thread that owns the file: whatever arrives while it commits goes into the next commit. */
import { parentPort, workerData } from 'node:worker_threads'
import { Engine, type Request } from './engine.ts'

const port = parentPort
if (port === null) throw new Error('This file runs as a worker thread.')

const { path, migrate, pollMs } = workerData as { path: string; migrate: boolean; pollMs: number }
const engine = new Engine(path, { migrate })
const maxBatch = 256
let queue: Request[] = []
let scheduled = false

function flush(): void {
  scheduled = false
  const batch = queue.slice(0, maxBatch)
  queue = queue.slice(maxBatch)
  const { replies, woken } = engine.run(batch)
  port?.postMessage({ replies, woken })
  if (queue.length > 0) schedule()
}

function schedule(): void {
  if (scheduled) return
  scheduled = true
  // After the messages that are already here have been read.
  setImmediate(flush)
}

// Other processes cannot call: their commits are seen by looking.
const poll = setInterval(() => {
  if (engine.changed()) port.postMessage({ replies: [], woken: ['*'] })
}, pollMs)

port.on('message', (message: Request | 'close') => {
  if (message === 'close') {
    clearInterval(poll)
    while (queue.length > 0) flush()
    engine.close()
    port.postMessage('closed')
    port.close()
    return
  }
  queue.push(message)
  schedule()
})
port.postMessage('open')
