/** Calls of the server that the console came from: its built-in operations, and those of its agent. */
import { noteRefusal, readCredentials } from './session.ts'

/** Answers have their bare data in this contract, and faults say what to do. */
const envelope = 'problem'

/** Where the paths of the server begin: the console is at `{prefix}/console/`. */
export const serverBase = new URL('../', location.href.split('#')[0])

export interface ApiRequest {
  readonly method?: 'GET' | 'POST'
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Another contract, for a reader who wants to see it. Default: the one that the console reads. */
  readonly envelope?: string
}

export interface ApiAnswer<T> {
  readonly data: T
  /** The cursor of the next page of a list. */
  readonly next: string | undefined
  readonly status: number
}

export interface ApiIssue {
  readonly pointer: string
  readonly message: string
}

/** What went wrong, in words for the reader. */
export class ApiError extends Error {
  /** 0: there was no answer. */
  readonly status: number
  readonly code: string
  readonly issues: readonly ApiIssue[]

  constructor(status: number, code: string, message: string, issues: readonly ApiIssue[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
  }
}

/** The address of a path below the prefix of the server, such as `operations/tsk_1`. */
export function addressOf(path: string, query: ApiRequest['query'] = {}): URL {
  const url = new URL(path, serverBase)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
  }
  return url
}

/** A request with the credentials of the reader. The answer is returned as it is. */
export async function send(url: URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  const credentials = readCredentials()
  // Nothing is sent to another server than the one that the console came from.
  const isOurs = credentials !== undefined && url.origin === serverBase.origin
  if (isOurs) headers.set(credentials.header, credentials.value)
  try {
    const response = await fetch(url, { ...init, headers, credentials: 'omit', cache: 'no-store', redirect: 'error' })
    if (isOurs && response.status === 401) noteRefusal()
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, 'NO_ANSWER', 'The server does not answer. Check that it is running.')
  }
}

/** Calls an operation and reads its answer. */
export async function call<T>(path: string, request: ApiRequest = {}): Promise<ApiAnswer<T>> {
  const { method = 'GET', query, body, signal } = request
  const response = await send(addressOf(path, { ...query, envelope: request.envelope ?? envelope }), {
    method,
    ...(body === undefined
      ? undefined
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(signal === undefined ? undefined : { signal }),
  })
  const text = await response.text()
  const data = parsed(text)
  if (!response.ok) throw errorOf(response.status, data)
  return { data: data as T, next: nextOf(response.headers.get('link')), status: response.status }
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(0, 'NOT_JSON', 'The server answered with something other than JSON.')
  }
}

interface Problem {
  detail?: unknown
  title?: unknown
  code?: unknown
  errors?: unknown
  issues?: unknown
}

function errorOf(status: number, data: unknown): ApiError {
  const { detail, title, code, errors, issues } = (typeof data === 'object' && data !== null ? data : {}) as Problem
  const message = [detail, title].find(text => typeof text === 'string' && text !== '') as string | undefined
  const list = [errors, issues].find(Array.isArray) ?? []
  return new ApiError(
    status,
    typeof code === 'string' ? code : '',
    message ?? `The server answered ${status}.`,
    list.flatMap((issue: { pointer?: unknown; message?: unknown; detail?: unknown }) => {
      const text = issue.message ?? issue.detail
      return typeof text === 'string' ? [{ pointer: String(issue.pointer ?? '').replace(/^#/, ''), message: text }] : []
    }),
  )
}

function nextOf(link: string | null): string | undefined {
  const [, address] = /<([^>]*)>;\s*rel="next"/.exec(link ?? '') ?? []
  return address === undefined ? undefined : (new URL(address, serverBase).searchParams.get('cursor') ?? undefined)
}
