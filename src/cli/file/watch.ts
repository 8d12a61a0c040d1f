/** `replywire file watch`: answers each request that appears, until Ctrl-C. */

import { ReplywireError } from '../../errors.ts'
import { directoryAt } from '../../files/disk/directory.ts'
import { type AnswerResult, type FileRequest, type Host, watchRequests } from '../../files/index.ts'
import { count, printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { answerOptions } from '../table/files.ts'
import type { Terminal } from '../terminal.ts'
import { answererOf, leaveAgents } from './handler.ts'
import { showAnswer } from './show-answer.ts'
import { inJson, whoOf } from './words.ts'

export async function run(invocation: Invocation<typeof answerOptions>): Promise<number> {
  const { values, terminal } = invocation
  const dir = directoryAt(values.dir)
  const { handler, limits, title, close } = await answererOf(invocation)
  const log = openLog(terminal)
  const begin = (): Host =>
    watchRequests(
      {
        dir,
        ...limits,
        onStart: log.started,
        onAnswer: log.answered,
        onError: log.failed,
        onBlind: code => log.say('blind', `the system does not report changes (${code}); checking every 5 s instead`),
      },
      handler,
    )
  await hosted(begin, log.say, () => log.say('watching', `watching ${printable(dir)} with ${title}; Ctrl-C stops`))
  log.say('stopped', 'stopped')
  await close()
  leaveAgents()
  return exitCodes.ok
}

type Say = (event: string, text: string) => void

/** Signals are handled before the first request is taken. Once: finishes what runs. Twice, or SIGTERM: gives it back. */
async function hosted(begin: () => Host, say: Say, onReady: () => void): Promise<void> {
  let host: Host | undefined
  let isStopping = false
  const abort = (): void => host?.abort()
  const interrupt = (): void => {
    const { length } = host?.running ?? []
    if (isStopping || length === 0) {
      abort()
      return
    }
    isStopping = true
    say('stopping', `finishing ${count(length, 'request')}; Ctrl-C again gives ${length === 1 ? 'it' : 'them'} back`)
    host?.stop()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', abort)
  try {
    onReady()
    host = begin()
    await host.done
  } finally {
    process.removeListener('SIGINT', interrupt)
    process.removeListener('SIGTERM', abort)
  }
}

function openLog({ out, err, json }: Terminal) {
  const clock = (): string => out.style.dim(new Date().toTimeString().slice(0, 8))
  const say: Say = (event, text) => {
    if (json) out.line(JSON.stringify({ event, at: new Date().toISOString(), text }))
    else out.line(`${clock()} ${text}`)
  }
  return {
    say,
    started(request: FileRequest): void {
      const { file, requestId, agent } = request
      if (json) out.line(JSON.stringify({ event: 'started', request: file, request_id: requestId, agent_name: agent }))
      else out.line(`${clock()} → ${whoOf(request)} ${out.style.dim(printable(file))}`)
    },
    answered(answer: AnswerResult): void {
      if (json) out.line(JSON.stringify(inJson(answer)))
      else showAnswer(answer, out, `${clock()} `)
    },
    failed(error: unknown, file: string): void {
      if (!(error instanceof ReplywireError)) throw error
      if (json) out.line(JSON.stringify({ event: 'failed', request: file, error: error.message }))
      else err.line(`${clock()} ${err.style.bad('✗')} ${printable(error.message)} It will be retried.`)
    },
  }
}
