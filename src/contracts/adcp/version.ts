/** AdCP 3.1 core/version-envelope: which release answers a call that pins one. */
import { isObject, type Json, type JsonObject } from '../../lib/json-value.ts'
import { type Fault, fault } from '../../outcome/fault.ts'

/** A version in release precision: `3.1`, `3.1-beta.3`; never `3.1.0`. */
export const releasePattern = /^\d+\.\d+(-[a-zA-Z0-9.-]+)?$/

/** What a caller pinned. */
export interface VersionPin {
  adcp_version?: Json
  adcp_major_version?: Json
}

export interface NegotiateOptions {
  /** What an omitted pin gets; without it the highest release. */
  fallback?: string
  /** The full version of the build, for the refusal's details. */
  buildVersion?: string
}

/** The release that is served, or the refusal. */
export type Negotiated = { ok: true; served: string } | { ok: false; fault: Fault }

export function majorOf(version: string): string {
  return version.split('.', 1)[0] ?? ''
}

function isPreRelease(version: string): boolean {
  return version.includes('-')
}

/** By major, then by minor; pre-releases are never compared. */
function compare(a: string, b: string): number {
  const [majorA = 0, minorA = 0] = a.split('.').map(Number)
  const [majorB = 0, minorB = 0] = b.split('.').map(Number)
  return majorA - majorB || minorA - minorB
}

/**
 * An exact match is served; otherwise the highest release of the same major at or below the pin. A pre-release is
 * served only to callers that pin exactly it.
 *
 * @example
 * negotiate({ adcp_version: '3.4' }, ['3.0', '3.1']) // { ok: true, served: '3.1' }
 */
export function negotiate(
  { adcp_version: version, adcp_major_version: major }: VersionPin,
  supported: readonly [string, ...string[]],
  options: NegotiateOptions = {},
): Negotiated {
  const refuse = (message: string): Negotiated => ({ ok: false, fault: unsupported(message, supported, options) })
  const releases = supported.filter(candidate => !isPreRelease(candidate)).toSorted(compare)
  if (version === undefined && major === undefined) {
    return { ok: true, served: options.fallback ?? releases.at(-1) ?? supported[0] }
  }
  if (version !== undefined && (typeof version !== 'string' || !releasePattern.test(version))) {
    return refuse('The pinned version is not in release precision.')
  }
  if (major !== undefined && (typeof major !== 'number' || !Number.isInteger(major))) {
    return refuse('The pinned major version is not a whole number.')
  }
  if (version === undefined) {
    const served = releases.filter(candidate => majorOf(candidate) === String(major)).at(-1)
    return served === undefined ? refuse('The pinned major version is not supported.') : { ok: true, served }
  }
  if (major !== undefined && majorOf(version) !== String(major)) {
    return refuse('The two pinned versions name different major versions.')
  }
  if (supported.includes(version)) return { ok: true, served: version }
  if (isPreRelease(version)) return refuse('The pinned pre-release is not supported.')
  const served = releases
    .filter(candidate => majorOf(candidate) === majorOf(version) && compare(candidate, version) <= 0)
    .at(-1)
  return served === undefined ? refuse('The pinned version is not supported.') : { ok: true, served }
}

/** The refusal of a release, with those that are served. */
export function unsupported(message: string, supported: readonly string[], { buildVersion }: NegotiateOptions): Fault {
  const details: JsonObject = {
    supported_versions: [...supported],
    supported_majors: [...new Set(supported.map(version => Number(majorOf(version))))],
    ...(buildVersion === undefined ? undefined : { build_version: buildVersion }),
  }
  return fault('invalid', message, { code: 'VERSION_UNSUPPORTED', details, began: false })
}

/** The pin of a request, from the root of its arguments. */
export function pinOf(request: Json): VersionPin {
  if (!isObject(request)) return {}
  const { adcp_version, adcp_major_version } = request
  return {
    ...(adcp_version === undefined ? undefined : { adcp_version }),
    ...(adcp_major_version === undefined ? undefined : { adcp_major_version }),
  }
}

/** The versions among a node's own members that are well formed and agree; `served` stands for an absent one. */
export function agreedVersions(own: JsonObject, served: string): JsonObject {
  const { adcp_version: version, adcp_major_version: major } = own
  const pinned = typeof version === 'string' && releasePattern.test(version) ? version : undefined
  const agrees = typeof major === 'number' && major >= 1 && major <= 99 && String(major) === majorOf(pinned ?? served)
  return {
    ...(pinned === undefined ? undefined : { adcp_version: pinned }),
    ...(agrees ? { adcp_major_version: major } : undefined),
  }
}
