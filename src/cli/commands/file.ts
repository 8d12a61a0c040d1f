/** `replywire file VERB`: agent files, asked, answered, judged. */
import { printable } from '../columns.ts'
import type { CommandModule, Invocation, ValuesOf } from '../command.ts'
import { type fileOptions, type Verb, verbs } from '../file/command.ts'
import { usageError } from '../usage.ts'

export type FileInvocation = Invocation<typeof fileOptions>

const asking: readonly Verb[] = ['ask']
const answering: readonly Verb[] = ['answer', 'watch']

/** Which verbs an option goes with; those that are not listed go with all. */
const belongsTo: Readonly<Partial<Record<keyof ValuesOf<typeof fileOptions>, readonly Verb[]>>> = {
  agent: [...asking, ...answering],
  url: answering,
  contract: answering,
  operation: answering,
  'token-env': answering,
  store: answering,
  only: answering,
  'max-request-bytes': [...answering, 'check'],
  request: ['answer'],
  prompt: asking,
  context: asking,
  phase: asking,
  'phase-name': asking,
  timeout: asking,
  model: asking,
  name: asking,
  wait: asking,
  fix: ['check'],
}

const modules: Readonly<Record<Verb, () => Promise<CommandModule>>> = {
  answer: () => import('../file/answer.ts'),
  watch: () => import('../file/watch.ts'),
  ask: () => import('../file/ask.ts'),
  check: () => import('../file/check.ts'),
  status: () => import('../file/status.ts'),
}

export async function run(invocation: FileInvocation): Promise<number> {
  const verb = verbs.find(name => name === invocation.positionals[0]) ?? 'status'
  for (const [option, goesWith] of Object.entries(belongsTo)) {
    if (!(option in invocation.values) || goesWith.includes(verb)) continue
    throw usageError(`--${printable(option)} goes with file ${goesWith.join(' and file ')}, not with file ${verb}.`)
  }
  const { run: act } = await modules[verb]()
  return act(invocation)
}
