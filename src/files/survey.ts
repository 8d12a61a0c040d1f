/** What there is in a directory: who waits for what, since when, and who works on it. */
import { join } from 'node:path'
import { type Holder, holderOf } from './disk/claim.ts'
import { directoryAt, namesIn } from './disk/directory.ts'
import { asideOf, claimPath, isResponseName, responsePath, runOfState, statePath } from './disk/names.ts'
import { readFile } from './disk/read-file.ts'
import { requestIdIn } from './disk/request-id.ts'
import { leftoversIn } from './disk/sweep.ts'
import { classifyResponse } from './read-response.ts'
import { type FileRequest, requestPaths } from './request.ts'
import { RequestReader } from './request-reader.ts'
import { type RunState, readState } from './state.ts'

/** A request file, and who works on it. */
export interface SurveyedRequest {
  /** Absolute. */
  file: string
  /** Undefined when the file is no request. */
  request?: FileRequest
  isAnswered: boolean
  /** The host that works on it. */
  holder?: Holder
  /** The run that asked, where it is one of ours. */
  run?: string
}

/** A saved run. */
export interface SurveyedRun {
  /** Absolute. */
  file: string
  name: string
  /** Undefined when it cannot be read. */
  state?: RunState
}

/** The requests, runs and responses in a folder. */
export interface Survey {
  /** Absolute. */
  dir: string
  requests: SurveyedRequest[]
  runs: SurveyedRun[]
  /** Answers that nobody has read yet, absolute, with the id that they hold. */
  responses: { file: string; requestId?: string }[]
  /** What was set aside, absolute. */
  setAside: string[]
  /** What dead writers left behind, absolute. */
  leftovers: string[]
}

/**
 * Looks at the agent files of a directory and changes nothing.
 *
 * @example
 * const { requests } = surveyRequests('/work/site')
 */
export function surveyRequests(where?: string): Survey {
  const dir = directoryAt(where)
  const names = namesIn(dir)
  const runs = names.flatMap((name): SurveyedRun[] => {
    const run = runOfState(name)
    return run === undefined ? [] : [runAt(dir, run)]
  })
  return {
    dir,
    requests: requestPaths(dir, names).map(path => requestAt(path, new RequestReader(), runs)),
    runs,
    responses: names.filter(isResponseName).map(name => responseAt(join(dir, name))),
    setAside: names.filter(name => asideOf(name) !== undefined).map(name => join(dir, name)),
    leftovers: leftoversIn(dir, names).map(name => join(dir, name)),
  }
}

function runAt(dir: string, name: string): SurveyedRun {
  const file = statePath(dir, name)
  const read = quietly(() => readState(dir, name))
  return read?.kind === 'state' ? { file, name, state: read.state } : { file, name }
}

function requestAt(file: string, reader: RequestReader, runs: readonly SurveyedRun[]): SurveyedRequest {
  const read = quietly(() => reader.read(file))
  if (read?.kind !== 'request') return { file, isAnswered: false }
  const { request } = read
  const { dir, requestId, createdAt } = request
  const run = runs.find(({ state }) => state?.pending?.requestId === requestId)
  const holder = quietly(() => holderOf(claimPath(dir, requestId)))
  return {
    file,
    request,
    isAnswered: quietly(() => classifyResponse(responsePath(file), { requestId, createdAt }))?.kind === 'own',
    ...(holder === undefined ? undefined : { holder }),
    ...(run === undefined ? undefined : { run: run.name }),
  }
}

function responseAt(file: string): { file: string; requestId?: string } {
  const requestId = quietly(() => requestIdIn(readFile(file)?.bytes ?? new Uint8Array()))
  return { file, ...(requestId === undefined ? undefined : { requestId }) }
}

/** A file that cannot be read is there all the same. */
function quietly<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
