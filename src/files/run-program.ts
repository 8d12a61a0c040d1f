/** The host's loop: run an orchestrator, answer what it asks when it exits with 42, and run it again until it is done. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ReplywireError } from '../errors.ts'
import { type AnswerOptions, type AnswerResult, answerRequest, type RequestHandler } from './answer.ts'
import { needsAgent } from './checkpoint.ts'
import { directoryAt } from './disk/directory.ts'

/** How `runProgram` starts the program and answers it. */
export interface ProgramOptions extends Omit<AnswerOptions, 'requestFile'> {
  /** Arguments of the first start and of every other one. Default: none. */
  args?: readonly string[]
  /** Further arguments of every start but the first, such as `--resume`. Default: none. */
  resumeArgs?: readonly string[]
  /** How often the program may exit with 42. Default: 100. */
  maxRounds?: number
  onAnswer?: (answer: AnswerResult) => void
}

/** How a program ended. */
export interface ProgramEnd {
  /** The exit code of the last start; null when a signal ended it. */
  status: number | null
  /** The signal that ended the last start. */
  signal?: NodeJS.Signals
  /** How often the program was started. */
  starts: number
}

/**
 * Runs a program in the directory of the agent files until it exits with another code than 42. In between, the handler
 * answers every request that waits. The program has the standard streams of this process.
 *
 * @example
 * const { status } = await runProgram('./template-create', { dir: '/work/site' }, agentHandler(agent))
 */
export async function runProgram(
  command: string,
  options: ProgramOptions,
  handler: RequestHandler,
): Promise<ProgramEnd> {
  const { args = [], resumeArgs = [], maxRounds = 100, onAnswer, ...answering } = options
  const dir = directoryAt(options.dir)
  for (let starts = 1; ; starts++) {
    const words = starts === 1 ? args : [...args, ...resumeArgs]
    const { status, signal } = await exitOf(command, words, dir, options.signal)
    if (status !== needsAgent) return { status, ...(signal === null ? undefined : { signal }), starts }
    if (starts > maxRounds) {
      throw new ReplywireError(
        'ERR_MISUSE',
        `The program exited with 42 more than ${maxRounds} times; raise maxRounds.`,
      )
    }
    const answers = await answerAll({ ...answering, dir }, handler, onAnswer)
    options.signal?.throwIfAborted()
    if (answers === 0) {
      throw new ReplywireError('ERR_MISUSE', `The program exited with 42, and no request waits in ${dir}.`)
    }
  }
}

/** How one start ends. */
async function exitOf(command: string, words: readonly string[], cwd: string, abort: AbortSignal | undefined) {
  const child = spawn(command, words, { cwd, stdio: 'inherit', signal: abort })
  try {
    const [status, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return { status, signal }
  } catch (error) {
    abort?.throwIfAborted()
    const { code } = error as NodeJS.ErrnoException
    throw new ReplywireError('ERR_MISUSE', `The program cannot be started (${code}): check its name and its mode.`)
  }
}

/** Answers what waits, one after the other; returns how many files it dealt with. */
async function answerAll(options: AnswerOptions, handler: RequestHandler, onAnswer?: (answer: AnswerResult) => void) {
  for (let count = 0; ; count++) {
    const done = await answerRequest(options, handler)
    if (done === undefined || done.kind === 'claimed' || done.kind === 'released') return count
    onAnswer?.(done)
  }
}
