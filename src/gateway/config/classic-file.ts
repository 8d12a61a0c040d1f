/**
 * A classic `routes.yaml`, as the original gateway reads it: keys that it does not know are ignored there, so they are
 * warnings here; of a target only scheme and host count.
 */
import { durationMs } from '../../lib/duration.ts'
import { isObject } from '../../lib/json-value.ts'
import { escapeToken } from '../../lib/pointer.ts'
import type { ProblemList } from './problem.ts'
import type { YamlData } from './read-yaml.ts'

type Data = Record<string, unknown>

const routeKeys = new Set([
  ...['id', 'method', 'path', 'target', 'roles', 'tenantRequired', 'audit', 'mode', 'executionTimeoutSeconds'],
  // As its documentation has it.
  ...['plugins', 'upstream'],
])
const topKeys = new Set(['routes', 'plugins', 'gateway'])

/** Whether a file is read as a classic one, by its name. */
export function isClassicName(path: string): boolean {
  return /(?:^|[/\\])routes\.ya?ml$/i.test(path)
}

/** The data of a classic file in the form of `gateway.yaml`. */
export function classicFile(data: YamlData, list: ProblemList): unknown {
  const { value, keyAt } = data
  if (!isObject(value)) return value
  const file = known(value, topKeys, '', data, list)
  if (!Array.isArray(file.routes)) return file
  file.routes = file.routes.map((route: unknown, index) => {
    if (!isObject(route)) return route
    const pointer = `/routes/${index}`
    const entry = known(route, routeKeys, pointer, data, list)
    if (entry.mode === '' || entry.mode === null) delete entry.mode
    else if (entry.mode !== undefined && entry.mode !== 'sse') {
      const message = 'this mode is not known and is ignored, as the original gateway does'
      list.warnings.push({ at: keyAt(`${pointer}/mode`), message, fix: 'Known: sse.' })
      delete entry.mode
    }
    const { executionTimeoutSeconds: timeout } = entry
    const ms = typeof timeout === 'string' ? durationMs(timeout) : undefined
    if (ms !== undefined) entry.executionTimeoutSeconds = Math.ceil(ms / 1000)
    if (typeof entry.target === 'string') entry.target = originOf(entry.target, `${pointer}/target`, data, list)
    return entry
  })
  return file
}

function known(
  value: object,
  keys: ReadonlySet<string>,
  pointer: string,
  { keyAt }: YamlData,
  list: ProblemList,
): Data {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => {
      if (keys.has(key)) return true
      const at = keyAt(`${pointer}/${escapeToken(key)}`)
      list.warnings.push({
        at,
        message: `a classic file has no key "${key}"; it is ignored`,
        fix: 'All other settings are in gateway.yaml.',
      })
      return false
    }),
  )
}

function originOf(target: string, pointer: string, { at }: YamlData, list: ProblemList): string {
  const url = URL.parse(target)
  if (url === null || (url.pathname === '/' && url.search === '')) return target
  list.warnings.push({
    at: at(pointer),
    message: 'the path of this target is ignored, as the original gateway does',
    fix: 'In gateway.yaml it is put before the path of the request.',
  })
  return url.origin
}
