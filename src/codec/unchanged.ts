/** Nodes that travel as the hub has them, `extra` included: for what is under a key of ours. */
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import type { MemberName, NodeShape } from '../outcome/shape.ts'
import { type Codec, plain } from './codec.ts'
import type { Losses } from './loss.ts'
import type { Lost } from './node.ts'

/** One entry for each member: `true` for a value, the codec of a node or list of nodes, or `lost(…)`. */
export type UnchangedEntries<T> = {
  readonly [K in Exclude<MemberName<T>, 'extra'>]-?: true | Codec<Exclude<T[K], undefined>> | Lost
}

/** A codec that keeps the names of the hub. */
export interface UnchangedCodec<T> extends Codec<T> {
  wireOf(name: string): string
}

/**
 * The codec of a node that keeps its form. A node with an unknown member, or one of another type, is not read; when it is
 * written, such a member is dropped and named.
 */
export function unchanged<T>({ members }: NodeShape<T>, entries: UnchangedEntries<T>): UnchangedCodec<T> {
  const codecs = new Map<string, Codec<unknown>>()
  const reasons = new Map<string, string>()
  for (const [name, { shape }] of Object.entries(members)) {
    const entry = name === 'extra' ? true : (entries as Record<string, true | Codec<unknown> | Lost>)[name]
    if (entry === true) codecs.set(name, plain(shape))
    else if (entry !== undefined && 'read' in entry) codecs.set(name, entry)
    else if (entry?.lost !== undefined) reasons.set(name, entry.lost)
  }
  const required = Object.keys(members).filter(name => members[name]?.isRequired)
  const isComplete = (node: JsonObject): boolean => required.every(name => node[name] !== undefined)
  const isRead = (name: string, value: Json | undefined): boolean =>
    value === undefined || codecs.get(name)?.read(value) !== undefined

  function writeMember(name: string, value: Json, at: string, losses: Losses): Json | undefined {
    const written = codecs.get(name)?.write(value, at, losses)
    if (written !== undefined && isRead(name, written)) return written
    losses.add(at, reasons.get(name) ?? 'the hub has no such member, or has it in another form')
    return undefined
  }

  return {
    wireOf: name => name,
    read(value) {
      if (!isObject(value) || !isComplete(value)) return undefined
      for (const name in value) if (!isRead(name, value[name])) return undefined
      return value as T
    },
    write(node, at, losses) {
      const written: [string, Json][] = []
      for (const [name, value] of Object.entries(node as JsonObject)) {
        const member = value === undefined ? undefined : writeMember(name, value, `${at}/${name}`, losses)
        if (member !== undefined) written.push([name, member])
      }
      const copy = Object.fromEntries(written)
      return isComplete(copy) ? copy : undefined
    },
  }
}
