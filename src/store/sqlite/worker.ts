/** A thread with the file open. Of the one that writes, whatever arrives while it commits goes into the next commit. */
import { parentPort, workerData } from 'node:worker_threads'
import { buffersIn, release } from './buffers.ts'
import { Engine, failureOf, type Request } from './engine.ts'
import { openDatabase, openReader, StoreFile } from './file.ts'
import type { FromWorker, ThreadData, ThreadReply, ToWorker } from './thread.ts'

const port = parentPort
if (port === null) throw new Error('This file runs as a worker thread.')
const tell = (message: FromWorker) => port.postMessage(message)
/** Long bytes change hands. A copy would stay here as garbage: this thread makes little else, and collects it late. */
const answer = (message: ThreadReply) => port.postMessage(message, buffersIn(message.replies))

const { path, migrate, pollMs, readOnly } = workerData as ThreadData
/** A list that is done is answered at once: it waits for no other. */
const maxBatch = readOnly ? 1 : 512

function open(): Engine | undefined {
  try {
    if (readOnly) return new Engine(openReader(path), { readOnly })
    return new Engine(openDatabase(path), { migrate, file: new StoreFile(path) })
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
    answer(engine.run(batch))
    // Copies of this thread, which has written them.
    release(batch)
    if (queue.length > 0) schedule()
  }
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    // After the messages that are already here have been read.
    setImmediate(flush)
  }

  // Other processes cannot call: their commits are seen by looking.
  const look = () => {
    try {
      if (engine.changed()) tell({ replies: [], woken: ['*'] })
    } catch {
      // The disk has a bad moment: the next look shows.
    }
  }
  const poll = readOnly ? undefined : setInterval(look, pollMs)

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
