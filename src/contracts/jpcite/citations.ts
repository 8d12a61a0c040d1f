/** `citations` and `suggested_actions`. Paths point into the envelope on the wire, into the payload in the hub. */
import type { Losses } from '../../codec/loss.ts'
import { objects, texts } from '../../codec/read.ts'
import { equalJson, type Json, type JsonObject } from '../../lib/json-value.ts'
import { valueAt } from '../../lib/pointer.ts'
import type { Action, Citation } from '../../outcome/outcome.ts'
import { readNode, writeNode } from './nodes.ts'
import { action, citation } from './shapes.ts'
import { licenses, verifications } from './status.ts'

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

export const isDate = (value: string): boolean => isoDate.test(value)
export const isLicense = (value: string): boolean => licenses.some(known => known === value)
export const isVerification = (value: string): boolean => verifications.some(known => known === value)

/** Whether a text is a JSON pointer to something in an envelope. */
export function pointsInto(envelope: JsonObject, path: string): boolean {
  return (path === '' || path.startsWith('/')) && valueAt(envelope, path) !== undefined
}

/** `envelope` is what the citations will stand in; `root` where the payload starts. */
export function writeCitations(
  citations: readonly Citation[],
  envelope: JsonObject,
  root: string,
  losses: Losses,
): JsonObject[] {
  return citations.map((cited, index) => writeCitation(cited, envelope, root, losses, `/outcome/citations/${index}`))
}

function writeCitation(cited: Citation, envelope: JsonObject, root: string, losses: Losses, at: string): JsonObject {
  const { paths, fetchedAt, license, verification, ...plain } = cited
  const told: Citation = { ...plain }
  if (license !== undefined) told.license = known(license, isLicense, `${at}/license`, losses)
  if (verification !== undefined) {
    told.verification = known(verification, isVerification, `${at}/verification`, losses)
  }
  if (fetchedAt !== undefined && isDate(fetchedAt)) told.fetchedAt = fetchedAt
  else if (fetchedAt !== undefined) losses.add(`${at}/fetchedAt`, 'it is not an ISO 8601 date')
  if (paths === undefined) return writeNode(told, citation, losses, at)
  const inside = paths.flatMap((path, index) => {
    if (pointsInto(envelope, root + path)) return [root + path]
    losses.add(`${at}/paths/${index}`, 'it points to nothing in the results')
    return []
  })
  const { foreign, ...rest } = foreignPaths(told, envelope, losses, at)
  return writeNode({ ...told, ...rest, paths: [...inside, ...foreign] }, citation, losses, at)
}

/** Paths to other places than the payload ride in `extra`; they join the others on the wire. */
function foreignPaths({ extra }: Citation, envelope: JsonObject, losses: Losses, at: string) {
  if (extra?.jpcite?.field_paths === undefined) return { foreign: [] }
  const { field_paths, ...others } = extra.jpcite
  const foreign = texts(field_paths).filter(path => pointsInto(envelope, path) && !isInside(path, '/results'))
  const none = foreign.length === 0 && Object.keys(others).length === 0
  if (foreign.length === 0 || !equalJson(foreign, field_paths)) {
    losses.add(`${at}/extra/jpcite${none ? '' : '/field_paths'}`, 'they do not all point to something in the envelope')
  }
  const { jpcite: _, ...strangers } = extra
  return { foreign, extra: Object.keys(others).length === 0 ? strangers : { ...extra, jpcite: others } }
}

function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`)
}

function known(value: string, is: (value: string) => boolean, at: string, losses: Losses): string {
  if (is(value)) return value
  losses.add(at, 'the contract does not know this value; unknown is sent')
  return 'unknown'
}

export function readCitations(citations: Json | undefined, root: string): Citation[] {
  return objects(citations).map(node => {
    const { paths, ...cited } = readNode<Citation>(node, citation)
    if (paths === undefined) return cited
    const foreign = paths.filter(path => !isInside(path, root))
    const inside = { paths: paths.filter(path => isInside(path, root)).map(path => path.slice(root.length)) }
    if (foreign.length === 0) return { ...cited, ...inside }
    return { ...cited, ...inside, extra: { ...cited.extra, jpcite: { ...cited.extra?.jpcite, field_paths: foreign } } }
  })
}

/** An action names a tool or an endpoint, and has arguments; one that names neither cannot be followed. */
export function writeActions(actions: readonly Action[], losses: Losses): JsonObject[] {
  return actions.flatMap((proposed, index) => {
    const at = `/outcome/actions/${index}`
    if (!proposed.tool && !proposed.endpoint) {
      losses.add(at, 'an action names a tool or an endpoint')
      return []
    }
    if (proposed.args === undefined) losses.add(`${at}/args`, 'arguments are demanded; none are sent as {}')
    return [writeNode({ ...proposed, args: proposed.args ?? {} }, action, losses, at)]
  })
}

export function readActions(actions: Json | undefined): Action[] {
  return objects(actions).map(node => readNode<Action>(node, action))
}
