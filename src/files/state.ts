/** The state file of a run, `.NAME-state.json`: what it did, what it waits for, and which files are its own. */
import type { Stats } from 'node:fs'
import { basename, join } from 'node:path'
import { ReplywireError } from '../errors.ts'
import { isObject, type Json, type JsonObject } from '../lib/json-value.ts'
import { plainJson } from '../lib/plain-json.ts'
import { Body } from '../wire/body.ts'
import { isRequestName, isResponseName, responsePath, statePath } from './disk/names.ts'
import { isSame, readFile } from './disk/read-file.ts'
import { fileLimits } from './disk/request-id.ts'
import { remove, setAside } from './disk/take.ts'
import { FileError } from './disk/trouble.ts'
import { replaceFile, syncDirectory } from './disk/write-file.ts'

/** The question that a run waits for. */
export interface OpenQuestion {
  question: string
  requestId: string
  agent: string
  phase: number | null
  phaseName: string | null
  createdAt: string
  /** The name of the request file; that of the response follows from it. */
  requestFile: string
  /** How often a later process came back to this question and found no answer. */
  resumes: number
}

/** A question that was answered. */
export interface AnsweredQuestion {
  question: string
  requestId: string
  phase: number | null
  phaseName: string | null
}

export interface RunState {
  name: string
  checkpoint: string | null
  createdAt: string
  updatedAt: string
  config: JsonObject
  data: JsonObject
  pending: OpenQuestion | null
  answers: AnsweredQuestion[]
}

/** A state as it was read, or why it could not be: it is broken, or another program's. */
export type StateRead =
  | { kind: 'state'; state: RunState; stats: Stats }
  | { kind: 'corrupt'; stats: Stats }
  | { kind: 'foreign'; stats: Stats }

/** Distinguishes our states from those of other programs. */
const writer = 'replywire'

export function readState(dir: string, name: string): StateRead | undefined {
  const file = readFile(statePath(dir, name))
  if (file === undefined) return undefined
  const reading = Body.ofBytes(file.bytes, fileLimits).json()
  const { stats } = file
  if (!reading.ok || !isObject(reading.value)) return { kind: 'corrupt', stats }
  if (reading.value.writer !== writer) return { kind: 'foreign', stats }
  const state = fromJson(reading.value)
  return state?.name === name ? { kind: 'state', state, stats } : { kind: 'corrupt', stats }
}

/** Writes a state in the place of the one that was read or written last. Returns what now is there. */
export function writeState(dir: string, state: RunState, last: Stats | undefined): Stats {
  const path = statePath(dir, state.name)
  const data = plainJson(state.data)
  const config = plainJson(state.config)
  // What is written must be readable again, or the run would be lost.
  if (!isObject(data) || !isObject(config)) {
    const message = 'The data and the config of a run are objects that JSON can hold, nested 60 levels at most.'
    throw new ReplywireError('ERR_MISUSE', `${path}: not written. ${message}`)
  }
  const now = readFile(path)?.stats
  if (now !== undefined && (last === undefined || !isSame(now, last))) {
    throw new FileError('busy', path, `not written: another process has written it. Give each run a name of its own.`)
  }
  replaceFile(path, `${JSON.stringify(toJson(dir, { ...state, data, config }), null, 2)}\n`)
  return (readFile(path) ?? gone(path)).stats
}

function gone(path: string): never {
  throw new FileError('missing', path, 'not kept: somebody removed it. Run it again.')
}

/** Sets a state aside. Returns its new path; undefined when it is gone. */
export function setStateAside(dir: string, name: string, stats: Stats, kind: 'stale' | 'corrupt'): string | undefined {
  return setAside(statePath(dir, name), stats, kind)
}

export function removeState(dir: string, name: string, stats: Stats): void {
  const path = statePath(dir, name)
  remove(path, stats)
  syncDirectory(path)
}

/** The resume count and the phase are at the top too, where other readers of such files look. */
function toJson(dir: string, { pending, answers, ...state }: RunState): JsonObject {
  const last = answers.at(-1)
  return {
    version: '1.0',
    writer,
    name: state.name,
    checkpoint: state.checkpoint,
    phase: (pending ?? last)?.phase ?? null,
    created_at: state.createdAt,
    updated_at: state.updatedAt,
    config: state.config,
    phase_data: state.data,
    agent_request_pending: pending === null ? null : pendingJson(dir, pending),
    resume_count: pending?.resumes ?? 0,
    answers: answers.map(({ question, requestId, phase, phaseName }) => ({
      question,
      request_id: requestId,
      phase,
      phase_name: phaseName,
    })),
  }
}

function pendingJson(dir: string, { requestFile, ...pending }: OpenQuestion): JsonObject {
  const request = join(dir, requestFile)
  return {
    request_id: pending.requestId,
    question: pending.question,
    agent_name: pending.agent,
    phase: pending.phase,
    phase_name: pending.phaseName,
    created_at: pending.createdAt,
    request_file: request,
    response_file: responsePath(request),
    resumes: pending.resumes,
  }
}

/** A state that is one; undefined when anything in it is not as we write it. */
function fromJson(file: JsonObject): RunState | undefined {
  const { name, checkpoint, created_at: createdAt, updated_at: updatedAt, config, phase_data: data } = file
  const pending = file.agent_request_pending === null ? null : pendingFrom(file.agent_request_pending)
  const answers = Array.isArray(file.answers) ? file.answers.map(answeredFrom) : [undefined]
  if (file.version !== '1.0' || !isText(name) || !isText(createdAt) || !isText(updatedAt)) return undefined
  if (!isTextOrNull(checkpoint) || !isObject(config) || !isObject(data) || pending === undefined) return undefined
  if (answers.some(answer => answer === undefined)) return undefined
  return { name, checkpoint, createdAt, updatedAt, config, data, pending, answers: answers as AnsweredQuestion[] }
}

function answeredFrom(value: Json | undefined): AnsweredQuestion | undefined {
  if (!isObject(value)) return undefined
  const { question, request_id: requestId, phase, phase_name: phaseName } = value
  if (!isText(question) || !isText(requestId) || !isNumberOrNull(phase) || !isTextOrNull(phaseName)) return undefined
  return { question, requestId, phase, phaseName }
}

function pendingFrom(value: Json | undefined): OpenQuestion | undefined {
  const answered = answeredFrom(value)
  if (answered === undefined || !isObject(value)) return undefined
  const { agent_name: agent, created_at: createdAt, request_file: file, resumes } = value
  if (!isText(agent) || !isText(createdAt) || !isText(file) || typeof resumes !== 'number') return undefined
  // Only the name counts: the directory may have been moved, and a path that leads elsewhere is not followed.
  const requestFile = basename(file)
  if (!isRequestName(requestFile) || !isResponseName(basename(responsePath(requestFile)))) return undefined
  return { ...answered, agent, createdAt, requestFile, resumes }
}

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== ''
const isTextOrNull = (value: Json | undefined): value is string | null => value === null || typeof value === 'string'
const isNumberOrNull = (value: Json | undefined): value is number | null => value === null || typeof value === 'number'
