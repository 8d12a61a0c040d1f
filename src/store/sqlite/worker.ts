/** The thread that owns the file: whatever arrives while it commits goes into the next commit. */
import { parentPort, workerData } from 'node:worker_threads'
import { Engine, failureOf, type Request } from './engine.ts'
import { openDatabase, StoreFile } from './file.ts'
import type { FromWorker, ToWorker } from './open.ts'

const port = parentPort
if (port === null) throw new Error('This file runs as a worker thread.')
const tell = (message: FromWorker) => port.postMessage(message)

const { path, migrate, pollMs } = workerData as { path: string; migrate: boolean; pollMs: number }
const maxBatch = 512

function open(): Engine | undefined {
  try {
    const db = openDatabase(path)
    return new Engine(db, { migrate, file: new StoreFile(path) })
  } catch (error) {
    tell({ refused: failureOf(error) })
    port?.close()
    return undefined
  }
}

function serve(engine: Engine): void {
  let queue: Request[] = []
  let scheduled = false

  const flush = () => {
    scheduled = false
    if (queue.length === 0) return
    const batch = queue.slice(0, maxBatch)
    queue = queue.slice(maxBatch)
    tell(engine.run(batch))
    if (queue.length > 0) schedule()
  }
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    // After the messages that are already here have been read.
    setImmediate(flush)
  }

  // Other processes cannot call: their commits are seen by looking.
  const poll = setInterval(() => {
    try {
      if (engine.changed()) tell({ replies: [], woken: ['*'] })
    } catch {
      // The disk has a bad moment: the next look tells.
    }
  }, pollMs)

  port?.on('message', (message: ToWorker) => {
    if (message === 'close') {
      clearInterval(poll)
      while (queue.length > 0) flush()
      engine.close()
      port?.close()
      return
    }
    queue.push(...message)
    schedule()
  })
  tell('open')
}

const engine = open()
if (engine !== undefined) serve(engine)
