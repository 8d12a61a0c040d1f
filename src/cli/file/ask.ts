/** `replywire file ask`: a question from a shell. The first run ends with 42; the one after the answer prints it. */
import { type AgentQuestion, Checkpoint, openRun } from '../../files/index.ts'
import { identityOf } from '../../files/question.ts'
import type { Outcome, Payload } from '../../outcome/outcome.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation, type ValuesOf } from '../command.ts'
import { bytesOf, givenObject } from '../given-json.ts'
import { nameOf } from '../input.ts'
import { wholeNumber } from '../option-values.ts'
import type { askOptions } from '../table/files.ts'
import { notify, type Terminal } from '../terminal.ts'
import { usageError } from '../usage.ts'
import { markOf, questionsOf, saidOf } from './words.ts'

export async function run({ values, terminal }: Invocation<typeof askOptions>): Promise<number> {
  const question = await questionOf(values)
  const run = await openRun({
    ...(values.dir === undefined ? undefined : { dir: values.dir }),
    // A question of its own is a run of its own: two that are open at once do not meet.
    name: values.name ?? `ask-${identityOf(question).slice(0, 8)}`,
    unanswered: values.wait ? 'wait' : 'throw',
    notice: line => notify(terminal, line),
  })
  const leave = (): void => {
    run.close()
    notify(terminal, 'Stopped waiting; the request stays. Run the same again for its answer.')
    process.exit(exitCodes.interrupted)
  }
  for (const signal of signals) process.once(signal, leave)
  try {
    const outcome = await run.ask(question)
    show(outcome, terminal)
    await run.finish()
    return outcome.kind === 'completed' ? exitCodes.ok : exitCodes.findings
  } catch (error) {
    if (!(error instanceof Checkpoint)) throw error
    showCheckpoint(error, terminal)
    return error.exitCode
  } finally {
    for (const signal of signals) process.removeListener(signal, leave)
    run.close()
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const

async function questionOf(values: ValuesOf<typeof askOptions>): Promise<AgentQuestion> {
  const { agent, prompt, phase, timeout, model } = values
  if (agent === undefined) throw usageError('--agent is missing: name the agent to ask.')
  if (prompt === undefined) throw usageError('--prompt is missing: give TEXT, @FILE or @- for standard input.')
  if (prompt === '@-' && values.context === '@-') throw usageError('Only one of --prompt and --context can be @-.')
  const phaseName = values['phase-name']
  return {
    agent,
    prompt: await textOf(prompt),
    ...(values.context === undefined
      ? undefined
      : { context: await givenObject(values.context, '--context takes a JSON object.') }),
    ...(phase === undefined ? undefined : { phase }),
    ...(phaseName === undefined ? undefined : { phaseName }),
    ...(timeout === undefined ? undefined : { timeoutSeconds: wholeNumber(1, 999_999)(timeout, '--timeout') }),
    ...(model === undefined ? undefined : { model }),
  }
}

/** A text as it is given, of a file, or of standard input. */
async function textOf(given: string): Promise<string> {
  if (!given.startsWith('@')) return given
  const bytes = await bytesOf(given.slice(1), 'name it in the prompt instead')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw usageError(`${nameOf(given.slice(1))}: it is not UTF-8 text.`)
  }
}

/** The answer itself on standard output, so that it can be piped on. */
function show(outcome: Outcome, terminal: Terminal): void {
  terminal.result({ outcome }, out => {
    const { err } = terminal
    if (outcome.kind === 'completed') out.write(printed(outcome.payload))
    else if (outcome.kind === 'paused')
      for (const question of questionsOf(outcome)) err.line(`${markOf(outcome, err.style)} ${question}`)
    else err.line(`${markOf(outcome, err.style)} ${saidOf(outcome)}`)
  })
}

function printed(payload: Payload | undefined): string | Uint8Array {
  if (payload === undefined) return ''
  if (payload.kind === 'bytes') return Buffer.from(payload.base64, 'base64')
  if (payload.kind === 'text') return payload.text.endsWith('\n') ? payload.text : `${payload.text}\n`
  return `${JSON.stringify(payload.kind === 'rows' ? payload.rows : payload.value, null, 2)}\n`
}

function showCheckpoint(checkpoint: Checkpoint, terminal: Terminal): void {
  const { requestId, agent, phase, requestFile, responseFile, resumes } = checkpoint
  const row = { request_id: requestId, agent_name: agent, phase, request: requestFile, response: responseFile, resumes }
  terminal.result({ checkpoint: row }, () => {
    for (const line of checkpoint.lines) terminal.err.line(printable(line))
  })
}
