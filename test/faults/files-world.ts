/** A directory for one test, and short words for what happens in it. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  type AgentQuestion,
  answerRequest,
  Checkpoint,
  type FileRunOptions,
  openRun,
  type RequestHandler,
  type Run,
} from '../../src/files/index.ts'
import type { Outcome } from '../../src/index.ts'

export function freshDirectory(base = tmpdir()): string {
  const dir = realpathSync(mkdtempSync(join(base, 'replywire-files-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

export interface World {
  dir: string
  /** What was told about files that were set aside. */
  notices: string[]
  open(more?: FileRunOptions): Promise<Run>
  /** One start of an orchestrator that asks one question: its answer, or where it stopped. */
  ask(question: AgentQuestion, more?: FileRunOptions): Promise<Outcome | Checkpoint>
  host(handler?: RequestHandler): ReturnType<typeof answerRequest>
  names(): string[]
  read(name: string): string
  json(name: string): Record<string, unknown>
  /** Writes a file as an agent does that knows nothing of us, long enough ago to be taken as finished. */
  write(name: string, content: string | object, secondsAgo?: number): void
}

export function world(base?: string): World {
  const dir = freshDirectory(base)
  const notices: string[] = []
  const options: FileRunOptions = { dir, name: 'test', unanswered: 'throw', notice: line => notices.push(line) }
  const open = (more: FileRunOptions = {}) => openRun({ ...options, ...more })
  return {
    dir,
    notices,
    open,
    async ask(question, more) {
      const run = await open(more)
      try {
        return await run.ask(question)
      } catch (error) {
        if (error instanceof Checkpoint) return error
        throw error
      } finally {
        run.close()
      }
    },
    host: (handler = call => ({ answers: call.operation })) => answerRequest({ dir }, handler),
    names: () => readdirSync(dir).toSorted(),
    read: name => readFileSync(join(dir, name), 'utf8'),
    json: name => JSON.parse(readFileSync(join(dir, name), 'utf8')),
    write(name, content, secondsAgo = 0) {
      const path = join(dir, name)
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
      const at = new Date(Date.now() - (secondsAgo || 0) * 1000)
      utimesSync(path, at, at)
    },
  }
}

/** A flawless response file. */
export function response(requestId: string, value: unknown, more: object = {}): object {
  return {
    request_id: requestId,
    version: '1.0',
    status: 'success',
    response: typeof value === 'string' ? value : JSON.stringify(value),
    error_message: null,
    error_type: null,
    created_at: new Date().toISOString(),
    duration_seconds: 0.5,
    metadata: {},
    ...more,
  }
}

/** The data of an answer. */
export function dataOf(answered: Outcome | Checkpoint): unknown {
  if (answered instanceof Checkpoint || answered.kind !== 'completed')
    throw new Error(`No answer: ${JSON.stringify(answered)}`)
  const { payload } = answered
  if (payload?.kind === 'value') return payload.value
  return payload?.kind === 'rows' ? payload.rows : payload?.kind === 'text' ? payload.text : undefined
}
