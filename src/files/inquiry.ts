/** How a run asks: find the answer that came, or leave the request where a host finds it. */
import { randomUUID } from 'node:crypto'
import { basename, join, relative } from 'node:path'
import type { Outcome } from '../outcome/outcome.ts'
import { Checkpoint } from './checkpoint.ts'
import { holderOf } from './disk/claim.ts'
import { answerPath, claimPath, isRequestName, isResponseName, requestName, responsePath } from './disk/names.ts'
import { digest } from './disk/process-mark.ts'
import { defaultMaxBytes, readFile } from './disk/read-file.ts'
import { requestIdIn } from './disk/request-id.ts'
import { moveTo, setAside } from './disk/take.ts'
import { FileError } from './disk/trouble.ts'
import { writeNew } from './disk/write-file.ts'
import { type AgentQuestion, identityOf, requestBytes } from './question.ts'
import { classifyResponse, type FoundResponse, readResponse, type SetAside } from './read-response.ts'
import { removeRequest } from './request.ts'
import type { FileRunOptions } from './run.ts'
import type { AnsweredQuestion, OpenQuestion, RunState } from './state.ts'
import { type DirectoryWatch, watchDirectory } from './watch-directory.ts'

export class Inquiry {
  readonly #dir: string
  readonly #state: RunState
  readonly #options: FileRunOptions & { notice: (line: string) => void }
  readonly #save: () => void
  /** Requests that this process has made or come back to. */
  readonly #met = new Set<string>()
  #watching: DirectoryWatch | undefined
  #isStopped = false

  constructor(
    dir: string,
    state: RunState,
    options: FileRunOptions & { notice: (line: string) => void },
    save: () => void,
  ) {
    this.#dir = dir
    this.#state = state
    this.#options = options
    this.#save = save
  }

  /** The outcome, or that there is none yet. */
  async ask(question: AgentQuestion): Promise<{ outcome: Outcome } | { checkpoint: Checkpoint }> {
    const identity = identityOf(question)
    const outcome = this.#recall(identity)
    if (outcome !== undefined) return { outcome }
    const pending = this.#pendingFor(question, identity)
    // Built before anything is written: what cannot be asked leaves no trace.
    const bytes = requestBytes(question, pending.requestId, pending.createdAt)
    const moved: SetAside[] = []
    for (;;) {
      const looked = await this.#look(pending)
      if (looked.answer !== undefined) return { outcome: this.#keep(pending, looked.answer) }
      moved.push(...looked.setAside)
      this.#count(pending)
      this.#state.pending = pending
      this.#save()
      if (this.#place(pending, bytes)) break
    }
    this.#bound(pending, moved)
    if (this.#options.unanswered === 'wait') {
      const waited = await this.#wait(pending, question)
      if (waited !== undefined) return { outcome: this.#keep(pending, waited) }
    }
    return { checkpoint: new Checkpoint(this.#dir, pending) }
  }

  /** An answer that this run was given before. One that somebody removed or broke is asked for again. */
  #recall(identity: string): Outcome | undefined {
    const { answers } = this.#state
    const known = answers.find(({ question }) => question === identity)
    if (known === undefined) return undefined
    const path = answerPath(this.#dir, this.#state.name, known.requestId)
    const response = classifyResponse(path, { requestId: known.requestId, maxBytes: this.#maxBytes })
    if (response.kind === 'own') return response.found.outcome
    const kept = response.kind === 'absent' ? undefined : setAside(path, response.file.stats, 'rejected')
    this.#options.notice(
      `${path}: the answer is ${kept === undefined ? 'gone' : `broken, kept as ${kept}`}; asking again.`,
    )
    this.#state.answers = answers.filter(answer => answer !== known)
    return undefined
  }

  forget(question: AgentQuestion): void {
    const identity = identityOf(question)
    this.#state.answers = this.#state.answers.filter(answer => answer.question !== identity)
    this.#save()
  }

  get #maxBytes(): number {
    return this.#options.maxBytes ?? defaultMaxBytes
  }

  /** The question that was open when the run stopped, or a new one. */
  #pendingFor(question: AgentQuestion, identity: string): OpenQuestion {
    const { pending } = this.#state
    if (pending !== null) {
      if (pending.question === identity) return pending
      throw this.#otherQuestion(pending)
    }
    const requestId = randomUUID()
    this.#met.add(requestId)
    const phase = question.phase
    return {
      question: identity,
      requestId,
      agent: question.agent,
      phase: phase ?? null,
      phaseName: question.phaseName ?? null,
      createdAt: new Date().toISOString(),
      requestFile: this.#freeName(requestId, phase),
      resumes: 0,
    }
  }

  #otherQuestion(pending: OpenQuestion): FileError {
    const waits = `this run waits for ${describe(pending)} and was asked something else`
    const help =
      'Give a question whose prompt changes a key; give a second orchestrator its own name; or start a new run'
    return new FileError('busy', join(this.#dir, pending.requestFile), `${waits}. ${help}.`)
  }

  /** The usual name, or one of this request's own where another request has it. */
  #freeName(requestId: string, phase: number | undefined): string {
    const usual = requestName({ phase })
    return readFile(join(this.#dir, usual)) === undefined ? usual : requestName({ label: digest(requestId, 8) })
  }

  async #look({
    requestId,
    createdAt,
    requestFile,
  }: OpenQuestion): Promise<{ answer?: FoundResponse; setAside: SetAside[] }> {
    const path = answerPath(this.#dir, this.#state.name, requestId)
    const kept = classifyResponse(path, { requestId, maxBytes: this.#maxBytes })
    if (kept.kind === 'own') return { answer: kept.found, setAside: [] }
    // What is broken there would stand in the way of the answer that is still to come.
    if (kept.kind !== 'absent') {
      this.#options.notice(`${path}: set aside as ${setAside(path, kept.file.stats, 'rejected')}: ${kept.reason}.`)
    }
    const looked = await readResponse({
      dir: this.#dir,
      responseFile: basename(responsePath(requestFile)),
      requestId,
      createdAt,
      maxBytes: this.#maxBytes,
    })
    for (const { file, to, reason, findings } of looked.setAside) {
      const rules = [...new Set(findings.filter(({ level }) => level === 'must').map(({ rule }) => rule))]
      const ruleList = rules.length === 0 ? '' : ` (${rules.join(', ')})`
      this.#options.notice(`${file}: set aside as ${to}: ${reason}${ruleList}.`)
    }
    return looked
  }

  /** Keeps an answer for the rest of the run. The request goes first: nobody shall answer it again. */
  #keep(pending: OpenQuestion, { file, read, outcome }: FoundResponse): Outcome {
    const { question, requestId, phase, phaseName } = pending
    removeRequest(join(this.#dir, pending.requestFile), requestId)
    const target = answerPath(this.#dir, this.#state.name, requestId)
    if (file !== target && !moveTo(file, read.stats, target)) writeNew(target, read.bytes)
    const answered: AnsweredQuestion = { question, requestId, phase, phaseName }
    this.#state.answers = [...this.#state.answers, answered]
    this.#state.pending = null
    this.#save()
    return outcome
  }

  /** One resume more, once in a process, unless a host is at work on it. Each question has its own count. */
  #count(pending: OpenQuestion): void {
    const { requestId } = pending
    if (this.#met.has(requestId) || this.#options.unanswered === 'wait') return
    this.#met.add(requestId)
    if (holderOf(claimPath(this.#dir, requestId)) === undefined) pending.resumes++
  }

  /** Coming back without an answer again and again helps nobody: after a while it is an error, not another 42. */
  #bound(pending: OpenQuestion, moved: readonly SetAside[]): void {
    const { maxResumes = 5, unanswered } = this.#options
    if (pending.resumes <= maxResumes || unanswered === 'wait') return
    const expected = responsePath(join(this.#dir, pending.requestFile))
    const came = moved.length === 0 ? this.#stray(expected, pending) : `; what came was set aside as ${moved[0]?.to}`
    const problem = `no answer to ${describe(pending)} after ${pending.resumes} resumes${came}`
    const help = `Answer ${join(this.#dir, pending.requestFile)} into the file named first, then run this again`
    throw new FileError('unanswered', expected, `${problem}. ${help}.`)
  }

  /** An answer that was written into its author's directory. */
  #stray(expected: string, { requestId }: OpenQuestion): string {
    const here = join(process.cwd(), basename(expected))
    if (relative(here, expected) === '') return ''
    try {
      const file = readFile(here)
      return file !== undefined && requestIdIn(file.bytes) === requestId
        ? `; there is one in the wrong place, ${here}`
        : ''
    } catch {
      return ''
    }
  }

  /**
   * Puts the request where a host finds it. It is there already when an earlier process came this far. False: since
   * the last look a host has answered it and taken it away.
   */
  #place(pending: OpenQuestion, bytes: Uint8Array): boolean {
    for (;;) {
      const path = join(this.#dir, pending.requestFile)
      const there = readFile(path)
      if (there !== undefined && requestIdIn(there.bytes) === pending.requestId) return true
      const response = readFile(responsePath(path), this.#maxBytes)
      if (response !== undefined && requestIdIn(response.bytes) === pending.requestId) return false
      if (there === undefined && response === undefined && writeNew(path, bytes)) return true
      const named = requestName({ label: digest(pending.requestId, 8) })
      if (pending.requestFile === named) {
        throw new FileError('busy', path, 'not written: another file has the name of this request. Move it away.')
      }
      pending.requestFile = named
      this.#save()
    }
  }

  async #wait(pending: OpenQuestion, { timeoutSeconds = 120 }: AgentQuestion): Promise<FoundResponse | undefined> {
    const until = Date.now() + (this.#options.waitMs ?? timeoutSeconds * 1000 + 30_000)
    const watching = watchDirectory(this.#dir, { concerns: name => isResponseName(name) || isRequestName(name) })
    this.#watching = watching
    const late = setTimeout(() => watching.touch(), Math.max(0, until - Date.now()))
    try {
      for (;;) {
        if (this.#isStopped) return undefined
        const { answer } = await this.#look(pending)
        if (answer !== undefined || Date.now() >= until) return answer
        await watching.changed()
      }
    } finally {
      clearTimeout(late)
      watching.close()
    }
  }

  /** The caller waits no longer; the request stays. */
  stop(): void {
    this.#isStopped = true
    this.#watching?.touch()
  }

  /** Ends the process, or throws, as the options say. */
  async leave(checkpoint: Checkpoint): Promise<never> {
    const { unanswered = 'exit', print } = this.#options
    if (unanswered !== 'exit') throw checkpoint
    if (print !== undefined) for (const line of checkpoint.lines) print(line)
    else await printed(`${checkpoint.lines.join('\n')}\n`)
    process.exit(checkpoint.exitCode)
  }
}

/** The listener may have left: the exit code is enough. */
function printed(text: string): Promise<unknown> {
  return new Promise(resolve => {
    process.stdout.once('error', resolve)
    process.stdout.write(text, resolve)
  })
}

function describe({ agent, phase, phaseName }: OpenQuestion): string {
  const where = phase === null ? '' : ` in phase ${phase}${phaseName === null ? '' : ` (${phaseName})`}`
  return `the agent ${agent}${where}`
}
