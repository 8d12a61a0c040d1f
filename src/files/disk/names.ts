/** The names of agent files. Nothing else in a directory is ever touched. */
import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ReplywireError } from '../../errors.ts'
import { digest, hostTag } from './process-mark.ts'

const tag = '(?:-[A-Za-z0-9_-]{1,80})?'
const request = new RegExp(`^\\.agent-request${tag}\\.json$`)
const response = new RegExp(`^\\.agent-response${tag}\\.json$`)
const aside = new RegExp(`^(\\.agent-(?:request|response)${tag}\\.json)(?:\\.\\d+)?\\.(stale|rejected)$`)
const state = /^\.([A-Za-z0-9][A-Za-z0-9_-]{0,63})-state\.json$/
const answer = /^\.([A-Za-z0-9][A-Za-z0-9_-]{0,63})-answer-([0-9a-f]{12})\.json$/
const lock = /^\.(?:agent-claim-[0-9a-f]{12}|[A-Za-z0-9][A-Za-z0-9_-]{0,63}-run)\.lock$/
const temporary = /^\.(\..+)\.([0-9a-f]{8})-(\d{1,10})\.([0-9a-f]{12})\.(tmp|taken|removed)$/

/** `.agent-request.json`, `.agent-request-phase8.json`, or any other name between the dash and the end. */
export const isRequestName = (name: string): boolean => request.test(name) && !state.test(name)
export const isResponseName = (name: string): boolean => response.test(name) && !state.test(name)
export const isStateName = (name: string): boolean => state.test(name)
export const isLockName = (name: string): boolean => lock.test(name)

/** The request file of a phase; `label` stands in where the usual name is another's. */
export function requestName({ phase, label }: { phase?: number | undefined; label?: string | undefined }): string {
  if (label !== undefined) return `.agent-request-${label}.json`
  return phase === undefined ? '.agent-request.json' : `.agent-request-phase${phase}.json`
}

/** Where the answer to a request goes: the same name, with `response` for `request`. */
export function responsePath(requestPath: string): string {
  return join(dirname(requestPath), basename(requestPath).replace('.agent-request', '.agent-response'))
}

export const statePath = (dir: string, run: string): string => join(dir, `.${run}-state.json`)
export const runLockPath = (dir: string, run: string): string => join(dir, `.${run}-run.lock`)
export const claimPath = (dir: string, requestId: string): string => join(dir, `.agent-claim-${digest(requestId)}.lock`)
export const answerPath = (dir: string, run: string, requestId: string): string =>
  join(dir, `.${run}-answer-${digest(requestId)}.json`)

/** The run that an answer file belongs to, and the digest of the request that it answers. */
export function answerOf(name: string): { run: string; mark: string } | undefined {
  const [, run, mark] = answer.exec(name) ?? []
  return run === undefined || mark === undefined ? undefined : { run, mark }
}

/** The run that a state file belongs to. */
export const runOfState = (name: string): string | undefined => state.exec(name)?.[1]

export function isRunName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name) && !/^agent-(?:request|response)(?:-|$)/.test(name)
}

/** A name for a run: it becomes a part of file names. */
export function checkRunName(name: string): string {
  if (isRunName(name)) return name
  throw new ReplywireError(
    'ERR_MISUSE',
    'A run is named with letters, digits, "-" and "_", at most 64, and not agent-request or agent-response.',
  )
}

/** The path of a file that was named by somebody; refused when it is no plain name, or none of `kind`. */
export function pathOfNamed(dir: string, name: string, kind: (name: string) => boolean): string {
  const plain = isIn(dir, name) ? basename(name) : name
  if (kind(plain)) return join(dir, plain)
  throw new ReplywireError(
    'ERR_MISUSE',
    `A file is named as it stands in ${dir}, such as .agent-request-phase8.json; a name that leads elsewhere is refused.`,
  )
}

/** Whether a path, seen from the working directory, leads to a name in this directory: `./NAME` there, say. */
function isIn(dir: string, path: string): boolean {
  try {
    return basename(path) !== path && realpathSync(dirname(path)) === dir
  } catch {
    return false
  }
}

/** Why a file was set aside. */
export type AsideKind = 'stale' | 'rejected' | 'corrupt'

/** `NAME.stale`, `NAME.2.stale`, … */
export function asidePath(path: string, kind: AsideKind, count: number): string {
  return count === 1 ? `${path}.${kind}` : `${path}.${count}.${kind}`
}

/** What a set-aside file was before. */
export function asideOf(name: string): { name: string; kind: 'stale' | 'rejected' } | undefined {
  const [, was, kind] = aside.exec(name) ?? []
  return was === undefined ? undefined : { name: was, kind: kind as 'stale' | 'rejected' }
}

/** The findings next to a rejected file. */
export const findingsPath = (path: string): string => `${path}.findings.json`

export type TemporaryKind = 'tmp' | 'taken' | 'removed'

/** A name next to a file that no other writer has. `mark` is random unless it says what is being removed. */
export function temporaryPath(path: string, kind: TemporaryKind, mark = randomBytes(6).toString('hex')): string {
  // A file that is taken from one who took it is still the same file.
  const name = temporaryOf(basename(path))?.name ?? basename(path)
  return join(dirname(path), `.${name}.${hostTag}-${process.pid}.${mark}.${kind}`)
}

export interface TemporaryName {
  /** The name that the file had, or would have had. */
  name: string
  host: string
  pid: number
  mark: string
  kind: TemporaryKind
}

/** Whose temporary file this is; undefined when it is none of ours. */
export function temporaryOf(file: string): TemporaryName | undefined {
  const [, name, host, pid, mark, kind] = temporary.exec(file) ?? []
  if (name === undefined || host === undefined || mark === undefined || !isOurs(name)) return undefined
  return { name, host, pid: Number(pid), mark, kind: kind as TemporaryKind }
}

function isOurs(name: string): boolean {
  return (
    [request, response, state, answer, lock].some(pattern => pattern.test(name)) ||
    asideOf(name.replace(/\.findings\.json$/, '')) !== undefined
  )
}
