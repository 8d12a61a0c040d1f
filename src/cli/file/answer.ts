/** `replywire file answer`: answers one request. */

import { directoryAt } from '../../files/disk/directory.ts'
import { answerRequest } from '../../files/index.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { answerOneOptions } from '../table/files.ts'
import { notify } from '../terminal.ts'
import { answererOf, leaveAgents } from './handler.ts'
import { showAnswer } from './show-answer.ts'
import { inJson, whoOf } from './words.ts'

export async function run(invocation: Invocation<typeof answerOneOptions>): Promise<number> {
  const { values, terminal } = invocation
  const dir = directoryAt(values.dir)
  const { handler, limits, close } = await answererOf(invocation)
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const done = await answerRequest(
    {
      dir,
      ...limits,
      signal: controller.signal,
      ...(values.request === undefined ? undefined : { requestFile: values.request }),
      onStart: request => {
        if (!terminal.json)
          terminal.err.line(`${terminal.err.style.dim('→')} ${whoOf(request)}: ${printable(request.file)}`)
      },
    },
    handler,
  )
  process.removeListener('SIGINT', stop)
  process.removeListener('SIGTERM', stop)
  await close()
  leaveAgents()
  if (done === undefined) {
    const what = values.request ?? (values.only === undefined ? 'request' : `request for ${values.only}`)
    terminal.result({ event: 'nothing', dir }, () => notify(terminal, `There is no ${what} in ${dir}.`))
    return exitCodes.findings
  }
  terminal.result(inJson(done), out => showAnswer(done, out))
  if (done.kind === 'released') return exitCodes.interrupted
  const isDone = done.kind === 'already-answered' || (done.kind === 'answered' && done.outcome.kind === 'completed')
  return isDone ? exitCodes.ok : exitCodes.findings
}
