/**
 * A run of an orchestrator that stops at every question and goes on, in a later process, once it is answered. Its state
 * is in `.NAME-state.json`; every answer it got is kept next to it until the run is finished, so that the same
 * question gets the same answer however often the program starts over.
 */
import { lstatSync, type Stats } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { ReplywireError } from '../errors.ts'
import type { JsonObject } from '../lib/json-value.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Checkpoint } from './checkpoint.ts'
import { type Claim, claim } from './disk/claim.ts'
import { directoryAt, namesIn } from './disk/directory.ts'
import { answerOf, checkRunName, isRunName, runLockPath, statePath } from './disk/names.ts'
import { sweep } from './disk/sweep.ts'
import { remove } from './disk/take.ts'
import { FileError } from './disk/trouble.ts'
import { Inquiry } from './inquiry.ts'
import type { AgentQuestion } from './question.ts'
import { removeCopies } from './read-response.ts'
import { removeRequest } from './request.ts'
import { type RunState, readState, removeState, setStateAside, writeState } from './state.ts'

/** The name and folder of a run, and what happens while a response is missing. */
export interface FileRunOptions {
  /** Becomes a part of file names. Default: the program's own name. Every orchestrator needs its own. */
  name?: string
  /** Where the files are. Default: the working directory at the start. */
  dir?: string
  /** Kept from the first start on; a resumed run has the one that was saved. */
  config?: JsonObject
  /** Begins again: what was saved is set aside, and an open request withdrawn. */
  fresh?: boolean
  /** What to do while there is no answer: end the process with 42, throw a `Checkpoint`, or wait for it. */
  unanswered?: 'exit' | 'throw' | 'wait'
  /** How long to wait, with `wait`. Default: as long as the agent may take and half a minute. */
  waitMs?: number
  /** How often one question may be come back to without an answer. */
  maxResumes?: number
  /** How large an answer may be. */
  maxBytes?: number
  /** Receives the lines of a checkpoint. Default: standard output. */
  print?: (line: string) => void
  /** Receives what was set aside or swept. Default: standard error. */
  notice?: (line: string) => void
}

/** A run lock outlives no sensible run on another machine. */
const lockMs = 12 * 3_600_000

function programName(): string {
  const file = basename(process.argv[1] ?? '').replace(/\.[^.]*$/, '')
  const name = file.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replace(/^[-_]+/, '')
  return isRunName(name.slice(0, 64)) ? name.slice(0, 64) : 'agent'
}

/**
 * Goes on with the run that was saved, or begins one.
 *
 * @example
 * const run = await openRun({ name: 'template-create', dir: '/work/site' })
 * const analysis = await run.ask({ agent: 'analyst', prompt: 'Analyse …', phase: 1 })
 * await run.finish()
 */
export async function openRun(options: FileRunOptions = {}): Promise<Run> {
  return open(options, false)
}

/**
 * Goes on with the run that was saved. Throws when there is none, or when its state cannot be read.
 *
 * @example
 * const run = await resumeRun({ name: 'template-create', dir: '/work/site' })
 */
export async function resumeRun(options: FileRunOptions = {}): Promise<Run> {
  return open(options, true)
}

function open(options: FileRunOptions, mustExist: boolean): Run {
  const dir = directoryAt(options.dir)
  const name = checkRunName(options.name ?? programName())
  const lock = runLockPath(dir, name)
  const claimed = claim(lock, lockMs)
  if (!claimed.ok) {
    const { pid, host, since } = claimed.holder
    const who = `the process ${pid} on ${host} has it open since ${since}`
    throw new FileError('busy', lock, `${who}. Wait for it, or give this run a name of its own.`)
  }
  try {
    const notice = options.notice ?? (line => void process.stderr.write(`replywire: ${line}\n`))
    sweep(dir)
    const found = loaded(dir, name, options, mustExist, notice)
    const now = new Date().toISOString()
    const state: RunState = found?.state ?? {
      name,
      checkpoint: null,
      createdAt: now,
      updatedAt: now,
      config: options.config ?? {},
      data: {},
      pending: null,
      answers: [],
    }
    return new Run(dir, state, found?.stats, claimed.claim, { ...options, notice })
  } catch (error) {
    claimed.claim.release()
    throw error
  }
}

function loaded(
  dir: string,
  name: string,
  { fresh = false }: FileRunOptions,
  mustExist: boolean,
  notice: (line: string) => void,
): { state: RunState; stats: Stats } | undefined {
  const path = statePath(dir, name)
  const found = readState(dir, name)
  if (found === undefined) {
    if (mustExist) throw new FileError('missing', path, 'there is nothing to resume: no run was saved under this name.')
    return undefined
  }
  if (found.kind === 'foreign') {
    throw new FileError('busy', path, 'this is the state of another program. Give this run a name of its own.')
  }
  if (found.kind === 'corrupt') {
    const kept = setStateAside(dir, name, found.stats, 'corrupt')
    const problem = `the state cannot be read; it is kept as ${kept}`
    if (mustExist) throw new FileError('corrupt', path, `${problem}. Fix it and put it back, or start a new run.`)
    notice(`${path}: ${problem}, and the run starts from the beginning.`)
    return undefined
  }
  if (!fresh) return found
  const { pending } = found.state
  if (pending !== null) removeRequest(join(dir, pending.requestFile), pending.requestId)
  notice(`${path}: set aside as ${setStateAside(dir, name, found.stats, 'stale')}: the run starts from the beginning.`)
  return undefined
}

/** A run that is open in this process. A `Checkpoint` ends it here; the next process goes on with it. */
export class Run {
  readonly name: string
  /** Absolute. */
  readonly dir: string
  readonly config: JsonObject
  /** What the program wants to find again. Saved by `checkpoint` and whenever something is asked. */
  data: JsonObject
  /** Whether an earlier process began it. */
  readonly isResumed: boolean
  readonly #state: RunState
  #stats: Stats | undefined
  readonly #claim: Claim
  readonly #inquiry: Inquiry
  readonly #leave: () => void
  #queue: Promise<unknown> = Promise.resolve()
  #stopped: Checkpoint | undefined
  #isOpen = true

  constructor(
    dir: string,
    state: RunState,
    stats: Stats | undefined,
    held: Claim,
    options: FileRunOptions & { notice: (line: string) => void },
  ) {
    this.name = state.name
    this.dir = dir
    this.config = state.config
    this.data = state.data
    this.isResumed = stats !== undefined
    this.#state = state
    this.#stats = stats
    this.#claim = held
    this.#inquiry = new Inquiry(dir, state, options, () => this.#save())
    this.#leave = () => held.release()
    process.once('exit', this.#leave)
  }

  /** When the run began: kept across all of its processes. */
  get createdAt(): string {
    return this.#state.createdAt
  }

  /** The last checkpoint that was saved. */
  get lastCheckpoint(): string | null {
    return this.#state.checkpoint
  }

  /**
   * The answer to a question. While there is none the process ends with 42, a `Checkpoint` is thrown, or it waits,
   * as the options say. One question at a time: a second one waits for the first.
   */
  ask(question: AgentQuestion): Promise<Outcome> {
    const request = this.#queue.then(() => this.#ask(question))
    this.#queue = request.catch(() => {})
    return request
  }

  async #ask(question: AgentQuestion): Promise<Outcome> {
    // Files are read at once: a program whose answers are all there would notice no signal before its end.
    await turn()
    if (this.#stopped !== undefined) throw this.#stopped
    this.#mustBeOpen()
    const answered = await this.#inquiry.ask(question)
    if ('outcome' in answered) return answered.outcome
    this.#stopped = answered.checkpoint
    this.close()
    return this.#inquiry.leave(answered.checkpoint)
  }

  /** Forgets the answer to a question, so that it is asked again: for an answer that was a failure. */
  async forget(question: AgentQuestion): Promise<void> {
    this.#mustBeOpen()
    this.#inquiry.forget(question)
  }

  /** Saves `data` under the name of a place in the program. */
  async checkpoint(name: string): Promise<void> {
    this.#mustBeOpen()
    this.#state.checkpoint = name
    this.#save()
  }

  #save(): void {
    this.#state.data = this.data
    this.#state.updatedAt = new Date().toISOString()
    this.#stats = writeState(this.dir, this.#state, this.#stats)
  }

  /** Ends the run for good: its state, its answers, those that came twice, and an open request of its own go. */
  async finish(): Promise<void> {
    this.#mustBeOpen()
    const { pending } = this.#state
    if (pending !== null) removeRequest(join(this.dir, pending.requestFile), pending.requestId)
    // The state goes first: a state without its answers would be a promise that cannot be kept.
    if (this.#stats !== undefined) removeState(this.dir, this.name, this.#stats)
    const kept = namesIn(this.dir).flatMap(name => {
      const answer = answerOf(name)
      return answer?.run === this.name ? [{ path: join(this.dir, name), mark: answer.mark }] : []
    })
    // And the answers last: by them it is known what came twice.
    removeCopies(this.dir, new Set(kept.map(({ mark }) => mark)))
    for (const { path, mark } of kept) {
      const stats = lstatSync(path, { throwIfNoEntry: false })
      if (stats !== undefined) remove(path, stats, mark)
    }
    this.close()
  }

  /** Lets go of the run in this process; what was saved stays. Who waits for an answer gets a `Checkpoint`. */
  close(): void {
    this.#isOpen = false
    this.#inquiry.stop()
    process.removeListener('exit', this.#leave)
    this.#claim.release()
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw new ReplywireError('ERR_MISUSE', `The run ${this.name} is closed in this process.`)
  }
}
