/** `replywire file answer`: answers one request. */

import { directoryAt } from '../../files/disk/directory.ts'
import { answer } from '../../files/index.ts'
import { printable } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { FileInvocation } from '../commands/file.ts'
import { notify } from '../terminal.ts'
import { answererOf, leaveAgents } from './handler.ts'
import { showAnswer } from './show-answer.ts'
import { inJson, whoOf } from './words.ts'

export async function run(invocation: FileInvocation): Promise<number> {
  const { values, terminal } = invocation
  const dir = directoryAt(values.dir)
  const { handler, limits, close } = await answererOf(invocation)
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const done = await answer(
    {
      dir,
      ...limits,
      signal: controller.signal,
      ...(values.request === undefined ? undefined : { requestFile: values.request }),
      onStart: asked => {
        if (!terminal.json)
          terminal.err.line(`${terminal.err.style.dim('→')} ${whoOf(asked)}: ${printable(asked.file)}`)
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
    if (terminal.json) terminal.out.line(JSON.stringify({ event: 'nothing', dir }))
    else notify(terminal, `There is no ${what} in ${dir}.`)
    return exitCodes.findings
  }
  if (terminal.json) terminal.out.line(JSON.stringify(inJson(done)))
  else showAnswer(done, terminal.out)
  if (done.kind === 'released') return 130
  const isDone = done.kind === 'already-answered' || (done.kind === 'answered' && done.outcome.kind === 'completed')
  return isDone ? exitCodes.ok : exitCodes.findings
}
