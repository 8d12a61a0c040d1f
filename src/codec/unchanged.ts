/** Members of the hub that travel as the hub has them, `extra` included: for what is under a key of ours. */
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import type { AnyNode, AnyShape, AnyUnion, Shape } from '../outcome/shape.ts'
import { type Codec, filledListOf, listOf, plain } from './codec.ts'
import type { Losses } from './loss.ts'

type AnyCodec = Codec<unknown>

/**
 * The codec of a shape that keeps its form, made from the tables of the hub. A node with an unknown member, or one of
 * another type, is not read; when it is written, such a member is dropped and named, and so is one that stays with the
 * server.
 */
export function unchanged<T>(shape: Shape<T>): Codec<T> {
  return codecOf(shape) as Codec<T>
}

function codecOf(shape: AnyShape): AnyCodec {
  switch (shape.is) {
    case 'node':
      return nodeCodec(shape)
    case 'union':
      return unionCodec(shape)
    case 'list':
      return (shape.least > 0 ? filledListOf(codecOf(shape.item)) : listOf(codecOf(shape.item))) as AnyCodec
    default:
      return plain(shape)
  }
}

function unionCodec({ tag, variants }: AnyUnion): AnyCodec {
  const codecs = new Map<unknown, AnyCodec>(Object.entries(variants).map(([name, node]) => [name, nodeCodec(node)]))
  return {
    read: value => (isObject(value) ? codecs.get(value[tag])?.read(value) : undefined),
    write: (node, at, losses) => codecs.get((node as JsonObject)[tag])?.write(node, at, losses),
  }
}

function nodeCodec({ members }: AnyNode): AnyCodec {
  const codecs = new Map<string, AnyCodec>()
  const required: string[] = []
  for (const [name, { shape, isRequired, isInternal }] of Object.entries(members)) {
    if (!isInternal) codecs.set(name, codecOf(shape))
    if (isRequired) required.push(name)
  }
  const isComplete = (node: JsonObject): boolean => required.every(name => node[name] !== undefined)
  const isRead = (name: string, value: Json | undefined): boolean =>
    value === undefined || codecs.get(name)?.read(value) !== undefined

  function writeMember(name: string, value: Json, at: string, losses: Losses): Json | undefined {
    const written = codecs.get(name)?.write(value, at, losses)
    if (written !== undefined && isRead(name, written)) return written
    const isInternal = Object.hasOwn(members, name) && members[name]?.isInternal
    losses.add(at, isInternal ? staysWithServer : 'the hub has no such member, or has it in another form')
    return undefined
  }

  return {
    read(value) {
      if (!isObject(value) || !isComplete(value)) return undefined
      for (const name in value) if (!isRead(name, value[name])) return undefined
      return value
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

/** The loss of a member that `internal(…)` marks in a table of the hub. */
export const staysWithServer = 'it stays with the server, and is not part of an answer'
