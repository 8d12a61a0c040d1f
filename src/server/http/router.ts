/**
 * `METHOD /path/{param}`, `{param}:action` and `/path/*`: a tree of segments, so that a match costs the same however many
 * there are.
 */
import { ReplywireError } from '../../errors.ts'
import { PlainRecord } from '../../lib/plain-record.ts'

export interface Route<T> {
  readonly method: string
  readonly path: string
  readonly target: T
}

export interface Match<T> {
  readonly route: Route<T>
  readonly params: Readonly<Record<string, string>>
}

export type RouteMatch<T> =
  | { found: Match<T> }
  /** The path is known, the method is not. */
  | { allow: string[] }
  | undefined

/**
 * The place of a segment. Literal segments go before parameters with an action, those before plain parameters, and
 * these before everything below a path.
 */
class RouteNode<T> {
  readonly literals = new Map<string, RouteNode<T>>()
  /** Parameters with an action, by the action. */
  readonly actions = new Map<string, RouteNode<T>>()
  param: RouteNode<T> | undefined
  /** Everything below. */
  rest: RouteNode<T> | undefined
  /** The routes that end here, by method, each with the names of its parameters. */
  readonly ends = new Map<string, { route: Route<T>; names: readonly string[] }>()
}

const parameter = /^\{([A-Za-z_]\w*)\}(:[A-Za-z][\w-]*)?$/
const none: Readonly<Record<string, string>> = Object.freeze({})

export class Router<T> {
  readonly #root = new RouteNode<T>()
  readonly #routes: Route<T>[] = []

  /** Adds a route; one that another already answers is refused. */
  add(method: string, path: string, target: T): void {
    const { place, names } = this.#placeOf(path)
    const same = place.ends.get(method)
    if (same !== undefined) {
      throw new ReplywireError('ERR_MISUSE', `${method} ${path} is already answered by ${same.route.path}.`)
    }
    const route = { method, path, target }
    place.ends.set(method, { route, names })
    this.#routes.push(route)
  }

  /** What answers the same calls already, whatever its parameters are named. */
  at(method: string, path: string): T | undefined {
    return this.#placeOf(path).place.ends.get(method)?.route.target
  }

  #placeOf(path: string): { place: RouteNode<T>; names: string[] } {
    const names: string[] = []
    let place = this.#root
    const segments = path.split('/').slice(1)
    segments.forEach((segment, index) => {
      if (segment === '*' && index < segments.length - 1) {
        throw new ReplywireError('ERR_MISUSE', `"${path}" has a wildcard that is not at its end.`)
      }
      place = next(place, segment, names, path)
    })
    return { place, names }
  }

  get routes(): readonly Route<T>[] {
    return this.#routes
  }

  /**
   * The most particular path decides, whatever its methods: `/campaigns/7:pause` is never a campaign named `7:pause`.
   * Such a name is asked for with its colon encoded, `7%3Apause`. `accepts`: routes that a call may have; paths without
   * one are passed over.
   */
  match(method: string, pathname: string, accepts: (target: T) => boolean = always): RouteMatch<T> {
    const values: string[] = []
    const place = find(this.#root, pathname, 1, values, accepts)
    if (place === undefined) return undefined
    const end = endOf(place, method, accepts) ?? (method === 'HEAD' ? endOf(place, 'GET', accepts) : undefined)
    const params = decodeParams(end?.names ?? values, values)
    if (params === undefined) return undefined
    if (end !== undefined) return { found: { route: end.route, params } }
    const allow = [...place.ends.keys()].filter(known => endOf(place, known, accepts) !== undefined)
    return { allow: (allow.includes('GET') && !allow.includes('HEAD') ? [...allow, 'HEAD'] : allow).toSorted() }
  }
}

const always = () => true

function endOf<T>(place: RouteNode<T>, method: string, accepts: (target: T) => boolean) {
  const end = place.ends.get(method)
  return end !== undefined && accepts(end.route.target) ? end : undefined
}

function endsAt<T>({ ends }: RouteNode<T>, accepts: (target: T) => boolean): boolean {
  if (accepts === always) return ends.size > 0
  for (const { route } of ends.values()) if (accepts(route.target)) return true
  return false
}

/** The place of a segment below another, made when it is not there. */
function next<T>(place: RouteNode<T>, segment: string, names: string[], path: string): RouteNode<T> {
  if (segment === '*') {
    names.push('*')
    place.rest ??= new RouteNode<T>()
    return place.rest
  }
  const [, name, action] = parameter.exec(segment) ?? []
  if (name === undefined) {
    if (/[{}]/.test(segment)) throw new ReplywireError('ERR_MISUSE', `"${path}" has a malformed parameter.`)
    return placeIn(place.literals, segment)
  }
  if (names.includes(name)) throw new ReplywireError('ERR_MISUSE', `"${path}" names ${name} twice.`)
  names.push(name)
  if (action !== undefined) return placeIn(place.actions, action)
  place.param ??= new RouteNode<T>()
  return place.param
}

function placeIn<T>(places: Map<string, RouteNode<T>>, key: string): RouteNode<T> {
  const known = places.get(key) ?? new RouteNode<T>()
  places.set(key, known)
  return known
}

/** The first place that the rest of a path leads to and at which a route ends. `values` gets what parameters stand for. */
function find<T>(
  place: RouteNode<T>,
  path: string,
  from: number,
  values: string[],
  accepts: (target: T) => boolean,
): RouteNode<T> | undefined {
  const slash = path.indexOf('/', from)
  const end = slash < 0 ? path.length : slash
  const segment = path.slice(from, end)
  const follow = (to: RouteNode<T> | undefined, value?: string): RouteNode<T> | undefined => {
    if (to === undefined) return undefined
    if (value !== undefined) values.push(value)
    const found = slash < 0 ? (endsAt(to, accepts) ? to : undefined) : find(to, path, end + 1, values, accepts)
    if (found === undefined && value !== undefined) values.pop()
    return found
  }
  const colon = place.actions.size === 0 ? -1 : segment.lastIndexOf(':')
  const particular =
    follow(place.literals.get(segment)) ??
    (colon > 0 ? follow(place.actions.get(segment.slice(colon)), segment.slice(0, colon)) : undefined) ??
    (segment === '' ? undefined : follow(place.param, segment))
  if (particular !== undefined || place.rest === undefined || !endsAt(place.rest, accepts)) return particular
  values.push(path.slice(from))
  return place.rest
}

/** The parameters, percent-decoded once; undefined when one is not decodable. */
function decodeParams(
  names: readonly string[],
  values: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (values.length === 0) return none
  try {
    const params = new PlainRecord<string>()
    for (let index = 0; index < names.length; index++) {
      params[names[index] as string] = decodeURIComponent(values[index] ?? '')
    }
    return params
  } catch {
    return undefined
  }
}
