/** `citations` and `suggested_actions`. Paths point into the envelope on the wire, into the payload in the hub. */
import type { Losses } from '../../codec/loss.ts'
import { objects, texts } from '../../codec/read.ts'
import { equalJson, type Json, type JsonObject } from '../../lib/json-value.ts'
import { valueAt } from '../../lib/pointer.ts'
import type { Action, Citation } from '../../outcome/outcome.ts'
import { actionCodec, citationCodec } from './nodes.ts'

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
  const { paths } = cited
  if (paths === undefined) return citationCodec.write(cited, at, losses)
  const inside = paths.flatMap((path, index) => {
    if (pointsInto(envelope, root + path)) return [root + path]
    losses.add(`${at}/paths/${index}`, 'it points to nothing in the results')
    return []
  })
  const { foreign, ...rest } = foreignPaths(cited, envelope, losses, at)
  return citationCodec.write({ ...cited, ...rest, paths: [...inside, ...foreign] }, at, losses)
}

/** Paths to other places than the payload are in `extra`; on the wire they join the others. */
function foreignPaths({ extra }: Citation, envelope: JsonObject, losses: Losses, at: string) {
  if (extra?.jpcite?.field_paths === undefined) return { foreign: [] }
  const { field_paths, ...others } = extra.jpcite
  const foreign = texts(field_paths).filter(path => pointsInto(envelope, path) && !isInside(path, '/results'))
  const none = foreign.length === 0 && Object.keys(others).length === 0
  if (foreign.length === 0 || !equalJson(foreign, field_paths)) {
    losses.add(`${at}/extra/jpcite${none ? '' : '/field_paths'}`, 'some of them point to nothing in the envelope')
  }
  const { jpcite: _, ...strangers } = extra
  return { foreign, extra: Object.keys(others).length === 0 ? strangers : { ...extra, jpcite: others } }
}

function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`)
}

export function readCitations(citations: Json | undefined, root: string): Citation[] {
  return objects(citations).map(node => {
    const { paths, ...cited } = citationCodec.read(node) ?? {}
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
    if (proposed.args === undefined) losses.add(`${at}/args`, 'arguments are required; {} is sent')
    return [actionCodec.write({ ...proposed, args: proposed.args ?? {} }, at, losses)]
  })
}

export function readActions(actions: Json | undefined): Action[] {
  return objects(actions).map(node => actionCodec.read(node) ?? {})
}
