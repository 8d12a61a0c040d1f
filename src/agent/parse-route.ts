/** The route of an operation, as its author writes it. */
import { ReplywireError } from '../errors.ts'

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

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

/** The names of the parameters of a route. */
export function parametersOf(route: string): string[] {
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
