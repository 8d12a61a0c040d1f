/** `replywire file status`: which requests wait, since when, and for which agent. */
import { type Survey, type SurveyedRequest, type SurveyedRun, surveyRequests } from '../../files/index.ts'
import { alignRows, count, printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { statusOptions } from '../table/files.ts'
import type { OutputStream } from '../terminal.ts'
import { holderOf, secondsOf, whoOf } from './words.ts'

/** While something waits and nobody works on it, an agent is needed. */
const needsAgent = 42

export function run({ values, terminal }: Invocation<typeof statusOptions>): number {
  const found = surveyRequests(values.dir)
  terminal.result(inJson(found), out => show(found, out))
  return found.requests.some(isWaiting) ? needsAgent : exitCodes.ok
}

function isWaiting({ request, isAnswered, holder }: SurveyedRequest): boolean {
  return request !== undefined && !isAnswered && holder === undefined
}

function inJson({ requests, runs, ...rest }: Survey): object {
  return {
    ...rest,
    requests: requests.map(({ file, request, isAnswered, holder, run }) => ({
      file,
      request_id: request?.requestId ?? null,
      agent_name: request?.agent ?? null,
      created_at: request?.createdAt ?? null,
      timeout_seconds: request === undefined ? null : request.timeoutMs / 1000,
      answered: isAnswered,
      holder: holder ?? null,
      run: run ?? null,
    })),
    runs: runs.map(({ file, name, state }) => ({ file, name, state: state ?? null })),
  }
}

function show({ dir, requests, runs, responses, setAside, leftovers }: Survey, out: OutputStream): void {
  const { dim } = out.style
  if (requests.length === 0) out.line(`Nothing waits in ${printable(dir)}.`)
  else
    for (const row of alignRows(
      requests.map(request => requestRow(request, out)),
      2,
      60,
    ))
      out.line(row)
  for (const run of runs) out.line(runLine(run, out))
  for (const { file } of responses) out.line(`${dim('answer ')} ${printable(file)}${dim(', not read yet')}`)
  if (setAside.length > 0) out.line(dim(`${count(setAside.length, 'file')} set aside; see replywire file check`))
  if (leftovers.length > 0)
    out.line(dim(`${count(leftovers.length, 'leftover')} of writers that died; removed when needed`))
}

function requestRow({ file, request, isAnswered, holder }: SurveyedRequest, { style }: OutputStream): string[] {
  const { good, bad, warn, name } = style
  if (request === undefined)
    return [bad('broken'), printable(file), '', 'not a valid request; see replywire file check']
  const since =
    request.createdAt === undefined ? '' : `for ${secondsOf(Math.max(0, Date.now() - Date.parse(request.createdAt)))}`
  if (isAnswered) return [good('done  '), name(whoOf(request)), since, 'answered; its host died before removing it']
  if (holder !== undefined) return [good('runs  '), name(whoOf(request)), since, holderOf(holder)]
  return [warn('waits '), name(whoOf(request)), since, printable(file)]
}

function runLine({ file, name, state }: SurveyedRun, { style }: OutputStream): string {
  if (state === undefined)
    return `${style.dim('run    ')} ${printable(name)}: the state belongs to another program, or is damaged: ${printable(file)}`
  const { pending, answers, checkpoint, createdAt } = state
  const parts = [
    `begun ${createdAt}`,
    `${count(answers.length, 'answer')} so far`,
    checkpoint === null ? '' : `last at ${checkpoint}`,
    pending === null ? '' : `waits for ${pending.agent}, resumed ${count(pending.resumes, 'time')}`,
  ]
  return `${style.dim('run    ')} ${printable(name)}: ${printable(parts.filter(part => part !== '').join(', '))}`
}
