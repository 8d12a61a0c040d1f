/** AdCP, two-layer errors: what a task's body has in `errors` goes to the root's `errors[]`, after our own entries. */
import type { Losses } from '../../codec/loss.ts'
import { equalJson, isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { recoveryClasses, recoveryOf } from './codes.ts'
import { needCodes } from './needs.ts'
import { ownKey } from './nodes.ts'
import { partialCode } from './notices.ts'
import type { Release } from './release.ts'
import { checkError } from './validate-error.ts'

const at = '/outcome/payload/value/errors'

/** The entries of a body as warnings of the root; those that are no errors of AdCP, or would mean more there, are lost. */
export function writeBodyErrors(
  errors: Json | undefined,
  kind: Outcome['kind'],
  release: Release,
  losses?: Losses,
): JsonObject[] {
  if (errors === undefined) return []
  if (!Array.isArray(errors)) {
    losses?.add(at, 'the errors of an answer are a list; only ext.replywire has it')
    return []
  }
  const warnings = errors.map(entry => warningOf(entry, kind, release))
  // The list comes back whole from ext.replywire: no single entry is dropped.
  if (warnings.includes(undefined))
    losses?.add(at, 'some are no errors that the answer can have; only ext.replywire has them')
  return warnings.filter(warning => warning !== undefined)
}

function warningOf(entry: Json, kind: Outcome['kind'], release: Release): JsonObject | undefined {
  if (!isObject(entry) || typeof entry.code !== 'string' || hasMeaning(entry, kind)) return undefined
  const recovery = entry.recovery ?? recoveryClasses[recoveryOf(undefined, entry.code, release.codes, 'correct')]
  const warning: JsonObject = { ...entry, severity: 'warning', recovery }
  return checkError(release, warning, false).length === 0 ? warning : undefined
}

/** Whether an entry would be read as something else than a warning. */
function hasMeaning({ code, details }: JsonObject, kind: Outcome['kind']): boolean {
  if (isObject(details) && Object.hasOwn(details, ownKey)) return true
  return code === partialCode || (kind === 'paused' && needCodes.has(String(code)))
}

/** The errors of a root without those of its body, which `ext.replywire` has. */
export function withoutBodyErrors(
  errors: readonly JsonObject[],
  body: Json | undefined,
  kind: Outcome['kind'],
  release: Release,
): readonly JsonObject[] {
  if (body === undefined || errors.length === 0) return errors
  const written = writeBodyErrors(body, kind, release)
  const rest = errors.slice(0, Math.max(0, errors.length - written.length))
  return equalJson(errors.slice(rest.length) as Json, written) ? rest : errors
}
