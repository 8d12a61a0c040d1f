/**
 * What upstreams publish of their operations: an OpenAPI document, a tool list, an agent card. It is read when a
 * configuration is loaded, and again until every upstream has answered; no call waits for it.
 */
import { readFile, stat } from 'node:fs/promises'
import { readWhole } from '../../carriers/http/bounds.ts'
import { fetchLong } from '../../carriers/http/send.ts'
import type { OfferedOperation } from '../../client/connection.ts'
import { offeredIn } from '../../client/http/offered-operations.ts'
import { isObject } from '../../lib/json-value.ts'
import type { AccessLogger } from '../../server/log.ts'
import { defaultJsonLimits } from '../../wire/json.ts'
import type { CompiledRoute } from '../compile-routes.ts'
import { CarrierRelay } from '../relay/carrier-relay.ts'
import { upstreamOperation } from '../translate/route-operation.ts'
import { parseDocumentText } from './parse-document.ts'
import { usable } from './published-input.ts'

/** The longest document that is read. */
const mostBytes = 4 * 1024 * 1024
const readMs = 10_000
const againMs = 15_000

type Offered = readonly OfferedOperation[]

/** Where something is published. */
interface Source {
  readonly read: () => Promise<Offered>
  /** Whether it is about one of the routes. */
  readonly wanted: ((one: OfferedOperation) => boolean)[]
}

/** What the upstreams of one configuration publish. */
export class Descriptions {
  readonly #sources = new Map<string, Source>()
  readonly #known = new Map<string, Offered>()
  readonly #onRead: () => void
  readonly #log: AccessLogger
  #timer: NodeJS.Timeout | undefined
  /** What has been read for this configuration. */
  readonly #read = new Set<string>()
  #hasTried = false
  #isClosed = false

  /** `onRead` is called when more is known; `before`: those of the last configuration count until then. */
  constructor(routes: readonly CompiledRoute[], log: AccessLogger, onRead: () => void, before?: Descriptions) {
    for (const route of routes) {
      const [key, read] = sourceOf(route) ?? []
      if (key === undefined || read === undefined) continue
      const source = this.#sources.get(key) ?? { read, wanted: [] }
      source.wanted.push(matcherOf(route))
      this.#sources.set(key, source)
    }
    for (const key of this.#sources.keys()) {
      const known = before === undefined ? undefined : before.#known.get(key)
      if (known !== undefined) this.#known.set(key, known)
    }
    this.#log = log
    this.#onRead = onRead
    void this.#readAll()
  }

  /** Whether a route waits for its description: it is offered under the name that it will keep. */
  isPending(route: CompiledRoute): boolean {
    const [key] = sourceOf(route) ?? []
    return key !== undefined && !this.#hasTried && !this.#known.has(key)
  }

  /** What is known of a route. */
  of(route: CompiledRoute): OfferedOperation | undefined {
    const found = this.#known.get(sourceOf(route)?.[0] ?? '')?.find(matcherOf(route))
    const { config, upstreamEdition } = route
    if (found === undefined || upstreamEdition === undefined) return found
    return withNamesOf(upstreamOperation(config, upstreamEdition).path, found)
  }

  async #readAll(): Promise<void> {
    const missing = [...this.#sources].filter(([key]) => !this.#read.has(key))
    const results = await Promise.allSettled(
      missing.map(async ([key, { read, wanted }]) => {
        const isWanted = (one: OfferedOperation): boolean => wanted.some(isOf => isOf(one))
        this.#known.set(key, await usable(await read(), name => this.#warnOf(name), isWanted))
        this.#read.add(key)
      }),
    )
    if (this.#isClosed) return
    const isLacking = results.some(({ status }) => status === 'rejected')
    const isFirst = !this.#hasTried
    this.#hasTried = true
    if (isFirst || results.some(({ status }) => status === 'fulfilled')) this.#onRead()
    if (!isLacking) return
    this.#log.warn({}, 'what an upstream publishes of its operations cannot be read; it is tried again')
    this.#timer = setTimeout(() => void this.#readAll(), againMs)
    this.#timer.unref()
  }

  /** It is offered all the same: the upstream checks its arguments itself. */
  #warnOf(name: string): void {
    const text =
      'what an upstream publishes of the arguments of an operation is no usable JSON Schema: they are not checked'
    this.#log.warn({ operation: name.slice(0, 100) }, text)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}

/** Where something is published of a route, and how it is read. */
function sourceOf({ config, relay }: CompiledRoute): [key: string, read: () => Promise<Offered>] | undefined {
  const { openapi, pool } = config
  if (openapi !== undefined) return [openapi, () => documentAt(openapi)]
  return relay instanceof CarrierRelay ? [`pool ${pool}`, () => relay.operations(readMs)] : undefined
}

/** Whether a published operation is that of a route. */
function matcherOf({ config, upstreamEdition }: CompiledRoute): (one: OfferedOperation) => boolean {
  if (upstreamEdition === undefined) return ({ name }) => name === (config.operation ?? config.id)
  const { method, path } = upstreamOperation(config, upstreamEdition)
  const own = withoutNames(`${method} ${path}`)
  return ({ route = '' }) => withoutNames(route) === own
}

/** The operations in an OpenAPI document, which is a file or at a URL. */
export async function documentAt(place: string): Promise<Offered> {
  const value = await parseDocumentText(await textAt(place), { ...defaultJsonLimits, maxBytes: mostBytes }, readMs)
  return isObject(value) ? offeredIn(value) : []
}

async function textAt(place: string): Promise<string> {
  if (!/^https?:\/\//.test(place)) {
    if ((await stat(place)).size > mostBytes) throw new Error('too large')
    return readFile(place, 'utf8')
  }
  const response = await fetchLong(place, {
    signal: AbortSignal.timeout(readMs),
    headers: { accept: 'application/json' },
  })
  if (response.status !== 200) throw new Error('absent')
  return new TextDecoder().decode(await readWhole(response, mostBytes))
}

/** The arguments in the path have the names of the route: it is that which takes them. */
function withNamesOf(path: string, { route = '', input, ...rest }: OfferedOperation): OfferedOperation {
  const [theirs, ours] = [route, path].map(text => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))
  const renamed = new Map(theirs?.map((name, index) => [name, ours?.[index] ?? name]))
  const nameOf = (name: string): string => renamed.get(name) ?? name
  const { properties, required } = input ?? {}
  return {
    ...rest,
    route,
    ...(input === undefined
      ? undefined
      : {
          input: {
            ...input,
            ...(isObject(properties)
              ? { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [nameOf(name), one])) }
              : undefined),
            ...(Array.isArray(required) ? { required: required.map(name => nameOf(String(name))) } : undefined),
          },
        }),
  }
}

/** A route without the names of its parameters, which may differ on both sides. */
function withoutNames(route: string): string {
  return route.replaceAll(/\{[^{}]*\}/g, '{}')
}
