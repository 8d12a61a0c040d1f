/** `replywire file run`: runs an orchestrator, answers what it asks, and runs it again while it exits with 42. */
import { constants } from 'node:os'
import { ReplywireError } from '../../errors.ts'
import { directoryAt } from '../../files/disk/directory.ts'
import { type AnswerResult, type ProgramEnd, runProgram } from '../../files/index.ts'
import { count, printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { runOptions } from '../table/files.ts'
import type { Terminal } from '../terminal.ts'
import { answererOf, leaveAgents } from './handler.ts'
import { showAnswer } from './show-answer.ts'
import { inJson } from './words.ts'

/** The program has standard output for itself: what this command reports goes to standard error. */
export async function run(invocation: Invocation<typeof runOptions>): Promise<number> {
  const { values, given, positionals, terminal } = invocation
  const [command = '', ...args] = positionals
  const dir = directoryAt(values.dir)
  const module = values.with === undefined ? [] : [values.with]
  const { handler, limits, close } = await answererOf({ values, given, positionals: module, terminal }, '--with FILE')
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    const { signal } = controller
    const rounds = values['max-rounds']
    const options = { dir, args, resumeArgs: values['resume-arg'] ?? [], signal, onAnswer: report(terminal), ...limits }
    const end = await runProgram(command, { ...options, ...(rounds !== undefined && { maxRounds: rounds }) }, handler)
    showEnd(end, terminal)
    return end.status ?? 128 + (end.signal === undefined ? 0 : constants.signals[end.signal])
  } catch (error) {
    if (!controller.signal.aborted || error instanceof ReplywireError) throw error
    return exitCodes.interrupted
  } finally {
    process.removeListener('SIGINT', stop)
    process.removeListener('SIGTERM', stop)
    await close()
    leaveAgents()
  }
}

function report({ err, json }: Terminal): (answer: AnswerResult) => void {
  return answer => {
    if (json) err.line(JSON.stringify(inJson(answer)))
    else showAnswer(answer, err)
  }
}

function showEnd({ status, signal, starts }: ProgramEnd, { err, json }: Terminal): void {
  if (json) err.line(JSON.stringify({ event: 'ended', status, ...(signal && { signal }), starts }))
  else if (signal !== undefined) err.line(`${err.style.bad('✗')} the program was ended by ${printable(signal)}`)
  else if (starts > 1) err.line(err.style.dim(`the program was started ${count(starts, 'time')}`))
}
