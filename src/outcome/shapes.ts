/** The shapes of the hub's own members: for what comes back from a peer under our keys, and for what authors return. */
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { pointer } from '../lib/pointer.ts'
import { faultCategories } from './fault.ts'
import type { Outcome } from './outcome.ts'

/** What a value should be. Whether it is so is asked first: the places cost more, and seldom matter. */
export interface Shape {
  fits(value: Json): boolean
  /** Tells every place, from `at` on, where a value that does not fit is wrong. */
  places(value: Json, at: string, wrong: (at: string) => void): void
}

export interface Members {
  readonly [name: string]: Shape
}

function is(fits: (value: Json) => boolean): Shape {
  return { fits, places: (_, at, wrong) => wrong(at) }
}

const any = is(() => true)
const none = is(() => false)
const text = is(value => typeof value === 'string')
const number = is(Number.isFinite)
const truth = is(value => typeof value === 'boolean')
const object = is(isObject)
const array = is(Array.isArray)
export const oneOf = (...values: string[]): Shape => is(value => typeof value === 'string' && values.includes(value))

function list(item: Shape, least = 0): Shape {
  return {
    fits: value => Array.isArray(value) && value.length >= least && value.every(item.fits),
    places(value, at, wrong) {
      if (!Array.isArray(value) || value.length < least) return wrong(at)
      value.forEach((member, index) => {
        if (!item.fits(member)) item.places(member, `${at}/${index}`, wrong)
      })
    },
  }
}

/** An object of these members; whether it may have others is said. */
export function node(required: Members, optional: Members = {}, room: 'open' | 'closed' = 'open'): Shape {
  const demanded = Object.keys(required)
  const known = new Map(Object.entries({ ...required, ...optional }))
  const unknown = room === 'open' ? any : none
  return {
    fits(value) {
      if (!isObject(value)) return false
      for (const name of demanded) if (value[name] === undefined) return false
      for (const name in value) {
        const member = value[name]
        if (member !== undefined && !(known.get(name) ?? unknown).fits(member)) return false
      }
      return true
    },
    places(value, at, wrong) {
      if (!isObject(value)) return wrong(at)
      for (const name of demanded) if (value[name] === undefined) wrong(at + pointer(name))
      for (const name in value) {
        const shape = known.get(name) ?? unknown
        const member = value[name]
        if (member !== undefined && !shape.fits(member)) shape.places(member, at + pointer(name), wrong)
      }
    },
  }
}

/** A node whose member `tag` says which shape it has. */
function tagged(tag: string, variants: Members): Shape {
  const shapeOf = (value: JsonObject): Shape | undefined => {
    const says = value[tag]
    return typeof says === 'string' && Object.hasOwn(variants, says) ? variants[says] : undefined
  }
  return {
    fits: value => isObject(value) && shapeOf(value)?.fits(value) === true,
    places(value, at, wrong) {
      if (!isObject(value)) return wrong(at)
      const shape = shapeOf(value)
      if (shape === undefined) wrong(at + pointer(tag))
      else shape.places(value, at, wrong)
    },
  }
}

const texts = (...names: string[]): Members => Object.fromEntries(names.map(name => [name, text]))
const extra: Shape = {
  fits: value => isObject(value) && Object.values(value).every(isObject),
  places(value, at, wrong) {
    if (!isObject(value)) return wrong(at)
    for (const [name, members] of Object.entries(value)) if (!isObject(members)) wrong(at + pointer(name))
  },
}
const location = oneOf('body', 'query', 'path', 'header')

const aboutPart = { ...texts('name', 'mediaType'), extra }
const part = tagged('type', {
  text: node({ text }, aboutPart),
  data: node({ data: any }, aboutPart),
  bytes: node({ base64: text }, aboutPart),
  link: node({ url: text }, aboutPart),
})
const need = tagged('kind', {
  input: node({ name: text, location, schema: object, required: truth, question: text }, { extra }),
  reply: node({ question: text }, { extra }),
  approval: node({ key: text, action: text }, { ...texts('token', 'expiresAt'), roles: list(text), extra }),
  credentials: node({}, { ...texts('url', 'scheme'), extra }),
})
const issue = node({ pointer: text, message: text }, { keyword: text, location, extra })
const fault = node(
  {
    category: oneOf(...Object.keys(faultCategories)),
    code: text,
    message: text,
    recovery: oneOf('retry', 'correct', 'stop'),
    issues: list(issue),
  },
  { detail: text, retryAfterMs: number, began: truth, resourceId: text, details: object, extra },
)
const page = node({}, { total: number, limit: number, offset: number, next: text })
const payload = tagged('form', {
  value: node({ value: any }),
  rows: node({ rows: array }, { page }),
  text: node({ text }, { mediaType: text }),
  bytes: node({ base64: text, mediaType: text }),
})

const progress: Members = { fraction: number, message: text, step: number, total: number }

/** What every kind of outcome may carry. */
export const common: Members = {
  message: text,
  payload,
  content: list(part),
  artifacts: list(node({ id: text }, { ...texts('name', 'description'), parts: list(part), extra })),
  notices: list(
    node({ severity: oneOf('info', 'warning', 'error'), message: text }, { ...texts('code', 'pointer'), extra }),
  ),
  citations: list(
    node(
      {},
      {
        ...texts('id', 'url', 'publisher', 'title', 'fetchedAt', 'checksum', 'license', 'excerpt', 'pageRef'),
        ...texts('verification', 'text', 'markdown'),
        paths: list(text),
        extra,
      },
    ),
  ),
  sources: list(object),
  spanRefs: list(object),
  actions: list(node({}, { ...texts('tool', 'endpoint', 'reason'), args: object, extra })),
  task: node({ id: text }, { statusUrl: text, pollAfterMs: number }),
  usage: object,
  provenance: object,
  extra,
}

/** What each kind has beside: the members that it cannot lack, and those that it may have. */
export const kinds: Readonly<Record<Outcome['kind'], { required: Members; optional: Members }>> = {
  completed: {
    required: {},
    optional: {
      partial: truth,
      created: node({}, { location: text }),
      emptyReason: text,
      retryWith: object,
      grade: oneOf('rich', 'sparse'),
    },
  },
  pending: { required: { phase: oneOf('queued', 'working') }, optional: { progress: node({}, progress) } },
  paused: { required: { needs: list(need, 1) }, optional: {} },
  failed: { required: { fault }, optional: {} },
  canceled: { required: {}, optional: {} },
  unknown: { required: { status: text }, optional: {} },
}

const kind = oneOf(...Object.keys(kinds))

/** Every member that an outcome of some kind has. */
export const outcomeMembers: Members = Object.assign(
  { kind, ...common },
  ...Object.values(kinds).flatMap(({ required, optional }) => [required, optional]),
)

/** Every member that an exchange has. */
export const exchangeMembers: Members = {
  ...texts('requestId', 'correlationId', 'conversationId', 'operation', 'context', 'governance', 'at'),
  replayed: truth,
  durationMs: number,
  query: node({}, { input: object, filters: object, unparsed: list(text), extra }),
  billing: node({}, { units: number, tag: text }),
  push: any,
  extra,
}

/** The places, from `at` on, where members are not what the hub's are. Null is allowed: there was none. */
export function wrongPlaces(value: Json, members: Members, at: string): string[] {
  if (!isObject(value)) return [at]
  const found: string[] = []
  for (const name in value) {
    const shape = Object.hasOwn(members, name) ? members[name] : undefined
    const member = value[name] as Json
    if (member === null ? shape !== undefined : shape?.fits(member)) continue
    if (shape === undefined) found.push(at + pointer(name))
    else shape.places(member, at + pointer(name), place => found.push(place))
  }
  return found
}

/** Whether a value may stand in an outcome under this name. */
export function isMember(name: string, value: Json | undefined): boolean {
  const shape = outcomeMembers[name]
  return value !== undefined && shape?.fits(value) === true
}

/** What each moment has but the last. */
export const moments: Readonly<Record<string, Shape>> = {
  progress: node({}, { ...progress, extra }),
  delta: node({ mode: oneOf('append', 'replace'), part }, { artifact: text, extra }),
  opaque: node({ contract: text, event: text, data: any }, { id: text }),
}
