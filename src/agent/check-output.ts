/** The answer of a handler, held against its output schema. */

import { classNameOf } from '../lib/class-name.ts'
import type { Json } from '../lib/json-value.ts'
import { plainJson } from '../lib/plain-json.ts'
import { invalidOutput, isOutcome } from '../outcome/is-outcome.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Logger } from './context.ts'
import type { Operation } from './define.ts'
import type { Validation } from './schema.ts'

/** An outcome, and that the server made it, where it did. */
export interface Answered {
  outcome: Outcome
  author?: 'server'
}

/** An answer that breaks its own schema, is no JSON or no outcome is never sent. */
export function checkOutput(operation: Operation, answered: Outcome, log: Logger): Answered | Promise<Answered> {
  const { output } = operation
  if (output === undefined || answered.kind !== 'completed') return plainOutput(answered, log)
  return validOutput(output, answered, log).then(
    valid => (valid === undefined ? refusedOutput() : plainOutput(valid, log)),
    thrown => unreadableOutput(thrown, log),
  )
}

function plainOutput(answered: Outcome, log: Logger): Answered {
  try {
    const outcome = plainJson(answered)
    if (isOutcome(outcome)) return { outcome }
    log.warn({}, 'output is no JSON, or no outcome')
    return refusedOutput()
  } catch (thrown) {
    return unreadableOutput(thrown, log)
  }
}

function unreadableOutput(thrown: unknown, log: Logger): Answered {
  log.warn({ error: classNameOf(thrown) }, 'output cannot be read')
  return refusedOutput()
}

export function refusedOutput(): Answered {
  return { outcome: invalidOutput, author: 'server' }
}

/** A completed outcome with its data as the schema makes them; undefined when they break it. */
async function validOutput(
  output: NonNullable<Operation['output']>,
  outcome: Extract<Outcome, { kind: 'completed' }>,
  log: Logger,
): Promise<Outcome | undefined> {
  const { payload } = outcome
  if (payload?.kind === 'bytes') return outcome
  const checked = await validatedOutput(output, dataOf(payload), log)
  if (!checked?.ok) {
    if (checked !== undefined) log.warn({ issues: checked.issues.length }, 'output breaks its schema')
    return undefined
  }
  if (payload?.kind === 'value') return { ...outcome, payload: { kind: 'value', value: checked.value as Json } }
  if (payload?.kind === 'rows' && Array.isArray(checked.value))
    return { ...outcome, payload: { ...payload, rows: checked.value } }
  return outcome
}

async function validatedOutput(
  output: NonNullable<Operation['output']>,
  data: unknown,
  log: Logger,
): Promise<Validation | undefined> {
  try {
    return await output.validate(data)
  } catch (thrown) {
    log.warn({ error: classNameOf(thrown) }, 'output schema threw')
    return undefined
  }
}

function dataOf(payload: Extract<Outcome, { kind: 'completed' }>['payload']): unknown {
  if (payload === undefined || payload.kind === 'bytes') return undefined
  if (payload.kind === 'value') return payload.value
  return payload.kind === 'rows' ? payload.rows : payload.text
}
