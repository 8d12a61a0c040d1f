/** Which version of A2A a request is in (A2A 1.0 §3.6): `A2A-Version`, and without it 0.3. */
import type { A2aVersion } from '../../wire/a2a-frame.ts'
import type { HttpRequest } from '../http/message.ts'
import { A2aRefusal } from './refusal.ts'

const versionHeader = 'a2a-version'

/** The version that a request names: `1.0.1` is 1.0, for patches change nothing on the wire. */
export function versionOf(http: Pick<HttpRequest, 'header' | 'query'>): string {
  const named = (http.header(versionHeader) ?? http.query('A2A-Version') ?? '').trim()
  if (named === '') return '0.3'
  const [, major, minor] = /^(\d{1,3})\.(\d{1,3})(?:\.\d{1,3})?$/.exec(named) ?? []
  return major === undefined ? 'unknown' : `${major}.${minor}`
}

/** Refuses a version that a binding does not speak. */
export function checkVersion(version: string, supported: readonly A2aVersion[]): A2aVersion {
  const found = supported.find(one => one === version)
  if (found !== undefined) return found
  throw new A2aRefusal('version', `This binding speaks A2A ${supported.join(' and ')}: say which in A2A-Version.`)
}
