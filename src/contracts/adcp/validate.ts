/** AdCP 3.1 protocol-envelope: everything that is wrong with the root of an answer, whatever carries it. */
import { type Finding, finding } from '../../codec/rule.ts'
import { schemaFindings } from '../../codec/schema-findings.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { escapeToken } from '../../lib/pointer.ts'
import type { Codes } from './codes.ts'
import { envelopeMembers } from './envelope.ts'
import type { Release } from './release.ts'
import { placeOf, type Root } from './root.ts'
import { rule } from './rules.ts'
import { bodyStatuses, type StatusRow } from './status.ts'
import { validateError } from './validate-error.ts'
import { validators } from './validators.generated.js'
import { majorOf } from './version.ts'

/** Findings of a published schema. */
export function checkSchema(release: Release, name: string, value: unknown, at = ''): Finding[] {
  const validator = validators[release.name]?.[name]
  if (validator === undefined) throw new TypeError(`There is no schema ${name}.`)
  return schemaFindings(validator, value, rule, at)
}

/** The members of a root, by the schema of where it is, and each error by itself. */
export function validateMembers(
  data: JsonObject,
  root: Root,
  schema: 'protocol-envelope' | 'a2a-data',
  nestedRule: 'adcp/nested-payload' | 'adcp/mcp-nested-payload',
): Finding[] {
  const { at, members, release } = root
  const findings = checkSchema(release, schema, data, at).map(found =>
    found.rule === legacy.id ? legacyAt(found) : found,
  )
  if (schema === 'protocol-envelope' && bodyStatuses.has(data.status)) {
    const index = findings.findIndex(({ pointer }) => pointer === `${at}/status`)
    findings.splice(index, 1, finding(rule('adcp/status-collision'), `${at}/status`))
  }
  if (root.isNested) {
    findings.push(finding(rule(nestedRule), `${at}/payload`))
    if (Array.isArray(members.errors))
      findings.push(...checkSchema(release, 'errors', members.errors, placeOf(root, 'errors')))
  }
  if (isObject(data.adcp_error)) findings.push(...validateError(release, data.adcp_error, `${at}/adcp_error`, true))
  for (const [index, entry] of entriesOf(members)) {
    findings.push(...validateError(release, entry, `${placeOf(root, 'errors')}/${index}`, false))
  }
  const { adcp_version: version, adcp_major_version: major } = members
  if (typeof version === 'string' && typeof major === 'number' && majorOf(version) !== String(major)) {
    findings.push(finding(rule('adcp/served-version'), `${at}/adcp_major_version`))
  }
  if (root.ext.isBroken) findings.push(finding(rule('adcp/ext-replywire'), `${placeOf(root, 'ext')}/replywire`))
  // What the root says counts; the finding is where it says so.
  for (const name of root.ext.stale) {
    findings.push(finding(rule('adcp/ext-replywire'), placeOf(root, visiblePlaces[name]), outOfDate))
  }
  return findings
}

const visiblePlaces = { needs: 'errors', fault: 'adcp_error' } as const
const outOfDate = 'ext.replywire says something else of it, which is out of date and not read.'

const legacy = rule('adcp/legacy-status')

const legacyAt = ({ pointer }: Finding): Finding => finding(legacy, pointer)

/** More than anybody reads: the rest of a longer list is not validated entry by entry. */
const mostEntries = 1000

function entriesOf({ errors }: JsonObject): [number, JsonObject][] {
  if (!Array.isArray(errors)) return []
  return [...errors.slice(0, mostEntries).entries()].filter((pair): pair is [number, JsonObject] => isObject(pair[1]))
}

/** Since 3.2 a task may be rejected by its answer: without errors, over a carrier that reports a success. */
export function isBusinessRejection(members: JsonObject, { status }: StatusRow, { rejections }: Release): boolean {
  const { adcp_error: outer, errors } = members
  return rejections === 'answers' && status === 'rejected' && outer === undefined && errors === undefined
}

/** What the state demands of the other members. */
export function validateState(root: Root, row: StatusRow, hasTask: boolean): Finding[] {
  const { at, members, release } = root
  const findings: Finding[] = []
  if (isBusinessRejection(members, row, release)) return []
  if (row.kind === 'failed') return [...validateLayers(root), ...validateBare(root)]
  if (members.adcp_error !== undefined && row.kind !== 'canceled') {
    findings.push(finding(rule('adcp/no-error-on-success'), `${at}/adcp_error`))
  }
  if (row.kind !== 'canceled') {
    for (const [index, entry] of entriesOf(members)) {
      if (entry.severity === 'warning') continue
      findings.push(finding(rule('adcp/warning-severity'), `${placeOf(root, 'errors')}/${index}/severity`))
    }
  }
  if (row.status === 'submitted' && !hasTask) findings.push(finding(rule('adcp/task-id'), `${at}/task_id`))
  if (row.status === 'working') {
    for (const found of checkSchema(release, 'progress', members)) {
      findings.push({ ...found, pointer: placeOf(root, found.pointer.slice(1)) })
    }
  }
  return findings
}

/** Other members next to an error of a bare code could be the stored answer: only the envelope, the errors and ext are allowed. */
function validateBare(root: Root): Finding[] {
  const { adcp_error: outer, errors: _, ext: __, ...members } = root.members
  if (!isBare(outer, root.release.codes)) return []
  return Object.keys(members)
    .filter(name => !envelopeMembers.has(name))
    .map(name => finding(rule('adcp/quiet-code'), placeOf(root, escapeToken(name))))
}

/** Whether an error says what happened and nothing else. */
export function isBare(error: Json | undefined, codes: Codes): boolean {
  return isObject(error) && typeof error.code === 'string' && codes.get(error.code)?.bare === true
}

/** A fatal failure has its error twice; for some codes that is not advice but demanded. */
function validateLayers(root: Root): Finding[] {
  const { members, at } = root
  const outer: Json | undefined = members.adcp_error
  const entries = entriesOf(members).map(([, entry]) => entry)
  const code = isObject(outer) ? outer.code : entries[0]?.code
  const missing =
    outer === undefined
      ? `${at}/adcp_error`
      : entries.some(entry => entry.code === code)
        ? undefined
        : placeOf(root, 'errors')
  if (missing === undefined) return []
  const demanded = typeof code === 'string' && root.release.codes.get(code)?.bothLayers === true
  return [finding(rule(demanded ? 'adcp/both-layers' : 'adcp/two-layers'), missing)]
}
