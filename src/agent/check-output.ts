/** The answer of a handler: made an outcome, and held against its output schema. */
import type { Json } from '../lib/json-value.ts'
import { notJson, plainJson } from '../lib/plain-json.ts'
import { invalidOutput, isOutcome, misfitsOf, outcomeOf } from '../outcome/is-outcome.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Operation } from './define.ts'
import { foundAt, type ProblemIssue, type ProblemLog, reportProblem, thrownFields } from './problem.ts'
import type { Validation } from './schema.ts'

/** An outcome, and whether the server made it. */
export interface CheckedResult {
  outcome: Outcome
  author?: 'server'
}

/** What a handler returned, as an outcome. One that was meant and is malformed is reported. */
export function readAnswer(answer: unknown, log: ProblemLog): Outcome {
  const outcome = outcomeOf(answer)
  if (outcome === invalidOutput && answer !== invalidOutput) reportMisfits(answer, log)
  return outcome
}

/** An outcome that a generator yields. */
export function readYielded(outcome: unknown, log: ProblemLog): Outcome {
  if (isOutcome(outcome)) return outcome
  reportMisfits(outcome, log)
  return invalidOutput
}

/** An answer that breaks its own schema, is no JSON or no outcome is never sent. */
export function checkOutput(
  operation: Operation,
  answer: Outcome,
  log: ProblemLog,
): CheckedResult | Promise<CheckedResult> {
  const { output } = operation
  if (output === undefined || answer.kind !== 'completed') return plainOutput(answer, log)
  return validOutput(output, answer, log).then(
    valid => (valid === undefined ? refusedOutput() : plainOutput(valid, log)),
    thrown => unreadableOutput(thrown, log),
  )
}

function plainOutput(answer: Outcome, log: ProblemLog): CheckedResult {
  try {
    const outcome = plainJson(answer)
    if (isOutcome(outcome)) return { outcome }
    reportMisfits(answer, log)
    return refusedOutput()
  } catch (thrown) {
    return unreadableOutput(thrown, log)
  }
}

function unreadableOutput(thrown: unknown, log: ProblemLog): CheckedResult {
  reportProblem(log, { summary: 'the answer cannot be read', fields: thrownFields(thrown), thrown })
  return refusedOutput()
}

export function refusedOutput(): CheckedResult {
  return { outcome: invalidOutput, author: 'server' }
}

/** Says where an answer is no JSON, or not what an outcome is. */
function reportMisfits(answer: unknown, log: ProblemLog): void {
  const issues = unsendableIn(answer)
  if (issues.length > 0) {
    reportProblem(log, { summary: 'the answer is not JSON', fields: { issues: issues.length }, issues })
    return
  }
  const misfits = misfitsOf(answer).map(pointer => ({
    pointer,
    message: 'not what an outcome has here',
    found: foundAt(answer, pointer),
  }))
  reportProblem(log, {
    summary: 'the answer is not an outcome',
    fields: { issues: misfits.length },
    issues: misfits,
    fix: 'Use the constructors: refuse, ask, requireApproval, created, partial, pending.',
  })
}

/** Where a value cannot be JSON, and what to write there. Pointers into the data of an outcome begin at the data. */
export function unsendableIn(value: unknown): ProblemIssue[] {
  try {
    const found = notJson(value)
    if (found === undefined) return []
    const pointer = found.pointer.replace(/^\/payload\/(?:value|rows|text)(?=\/|$)/, '')
    return [{ pointer, message: `${found.found} cannot be sent as JSON: ${found.fix}` }]
  } catch (thrown) {
    return [{ pointer: '', message: `it throws when it is read: ${thrownFields(thrown).error}` }]
  }
}

/** A completed outcome with its data as the schema makes them; undefined when they break it. */
async function validOutput(
  output: NonNullable<Operation['output']>,
  outcome: Extract<Outcome, { kind: 'completed' }>,
  log: ProblemLog,
): Promise<Outcome | undefined> {
  const { payload } = outcome
  if (payload?.kind === 'bytes') return outcome
  const data = dataOf(payload)
  const checked = await validatedOutput(output, data, log)
  if (!checked?.ok) {
    if (checked !== undefined) reportBroken(checked, data, log)
    return undefined
  }
  if (payload?.kind === 'value') return { ...outcome, payload: { kind: 'value', value: checked.value as Json } }
  if (payload?.kind === 'rows' && Array.isArray(checked.value))
    return { ...outcome, payload: { ...payload, rows: checked.value } }
  return outcome
}

function reportBroken({ issues }: Extract<Validation, { ok: false }>, data: unknown, log: ProblemLog): void {
  reportProblem(log, {
    summary: 'the answer breaks its output schema',
    fields: { issues: issues.length },
    issues: issues.map(({ pointer, message }) => ({ pointer, message, found: foundAt(data, pointer) })),
    fix:
      data === undefined
        ? 'The handler returned nothing: write return.'
        : 'Return what output declares, or change output.',
  })
}

async function validatedOutput(
  output: NonNullable<Operation['output']>,
  data: unknown,
  log: ProblemLog,
): Promise<Validation | undefined> {
  try {
    return await output.validate(data)
  } catch (thrown) {
    reportProblem(log, { summary: 'output schema threw', fields: thrownFields(thrown), thrown })
    return undefined
  }
}

function dataOf(payload: Extract<Outcome, { kind: 'completed' }>['payload']): unknown {
  if (payload === undefined || payload.kind === 'bytes') return undefined
  if (payload.kind === 'value') return payload.value
  return payload.kind === 'rows' ? payload.rows : payload.text
}
