/** `METHOD /path/{param}` and `{param}:action`: compiled, matched, and decoded once. */
import { ReplywireError } from '../errors.ts'

export interface Route<T> {
  readonly method: string
  readonly path: string
  readonly target: T
}

export interface Match<T> {
  readonly route: Route<T>
  readonly params: Readonly<Record<string, string>>
}

export type Matched<T> =
  | { found: Match<T> }
  /** The path is known, the method is not. */
  | { allow: string[] }
  | undefined

interface Compiled<T> {
  readonly route: Route<T>
  readonly pattern: RegExp
  readonly names: readonly string[]
  /** Literal segments first, so that `/campaigns/new` wins over `/campaigns/{id}`. */
  readonly rank: string
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

export class Router<T> {
  readonly #routes: Compiled<T>[] = []

  /** Adds a route; one that another already answers is refused. */
  add(method: string, path: string, target: T): void {
    const compiled = compile({ method, path, target })
    const same = this.#routes.find(other => other.route.method === method && other.rank === compiled.rank)
    if (same !== undefined) {
      throw new ReplywireError('ERR_MISUSE', `${method} ${path} is already answered by ${same.route.path}.`)
    }
    this.#routes.push(compiled)
    this.#routes.sort((a, b) => (a.rank < b.rank ? -1 : 1))
  }

  get routes(): readonly Route<T>[] {
    return this.#routes.map(({ route }) => route)
  }

  /**
   * The most particular path decides, whatever its methods: `/campaigns/7:pause` is never a campaign named `7:pause`.
   * Such a name is asked for with its colon encoded, `7%3Apause`.
   */
  match(method: string, pathname: string): Matched<T> {
    const allow = new Set<string>()
    let settled: string | undefined
    for (const { route, pattern, names, rank } of this.#routes) {
      const match = settled === undefined || settled === rank ? pattern.exec(pathname) : null
      if (match === null) continue
      settled = rank
      const params = decoded(names, match)
      if (params === undefined) return undefined
      if (route.method !== method && !(method === 'HEAD' && route.method === 'GET')) {
        allow.add(route.method)
        if (route.method === 'GET') allow.add('HEAD')
        continue
      }
      return { found: { route, params } }
    }
    return allow.size === 0 ? undefined : { allow: [...allow].toSorted() }
  }
}

/** `POST /campaigns/{id}:pause` in its two parts. */
export function parseRoute(text: string): { method: string; path: string } {
  const [method = '', path = '', ...rest] = text.split(' ')
  if (!methods.has(method) || !path.startsWith('/') || rest.length > 0) {
    throw new ReplywireError(
      'ERR_MISUSE',
      `"${text}" is not a route: METHOD /path, with GET, POST, PUT, PATCH or DELETE.`,
    )
  }
  return { method, path }
}

function compile<T>(route: Route<T>): Compiled<T> {
  const names: string[] = []
  const source = route.path
    .split('/')
    .map(segment => {
      const [, name, action] = /^\{([A-Za-z_]\w*)\}(:[A-Za-z][\w-]*)?$/.exec(segment) ?? []
      if (name === undefined) {
        if (/[{}]/.test(segment)) throw new ReplywireError('ERR_MISUSE', `"${route.path}" has a malformed parameter.`)
        return RegExp.escape(segment)
      }
      if (names.includes(name)) throw new ReplywireError('ERR_MISUSE', `"${route.path}" names ${name} twice.`)
      names.push(name)
      return `([^/]+?)${action === undefined ? '' : RegExp.escape(action)}`
    })
    .join('/')
  const rank = route.path.replaceAll(
    /\{\w+\}(:[\w-]+)?/g,
    (_, action = '') => `\u{10ffff}${action === '' ? '\u{10ffff}' : action}`,
  )
  return { route, pattern: new RegExp(`^${source}$`), names, rank }
}

/** The parameters, percent-decoded once; undefined when one is not decodable. */
function decoded(names: readonly string[], match: RegExpExecArray): Record<string, string> | undefined {
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]))
  } catch {
    return undefined
  }
}
