/** The built-in operations of a server, called over HTTP. */
import { fetchLong } from '../../carriers/http/send.ts'
import type { Client } from '../../client/client.ts'
import { connect } from '../../client/connect.ts'
import type { Reply } from '../../client/connection.ts'
import { ReplywireError } from '../../errors.ts'
import type { Json, JsonObject } from '../../lib/json-value.ts'
import { isObject } from '../../lib/json-value.ts'
import { headersFor } from '../agents/call-options.ts'
import { printable } from '../columns.ts'
import type { Invocation } from '../command.ts'
import type { rowOptions } from '../table/row-options.ts'
import { usageError } from '../usage.ts'
import type { RefusedChange, Rows } from './run-source.ts'

const timeoutMs = 30_000
/** The most rows that a server sends at once. */
const longestPage = 100

export type ServerInvocation = Pick<Invocation<typeof rowOptions>, 'values' | 'given'>

/** What was changed, as it is now. */
export interface ChangedRow {
  readonly kind: 'changed'
  readonly row: JsonObject
}

/** Calls operations of one server. */
export class ServerCalls {
  readonly #client: Client
  readonly #origin: string
  readonly #hasToken: boolean

  constructor(url: string, { values, given }: ServerInvocation) {
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
      throw usageError('--url is the address of a server here: http(s)://….')
    }
    const headers = headersFor({ values: { token: values.token }, given }, url)
    this.#client = connect(url.replace(/\/+$/, ''), {
      headers,
      timeoutMs,
      fetch: fetchLong as typeof fetch,
      breaker: false,
    })
    this.#origin = new URL(url).origin
    this.#hasToken = headers.authorization !== undefined
  }

  /** The reply to a call that was answered. Throws for servers that cannot be reached, or want other credentials. */
  async ask(operation: string, input: JsonObject): Promise<Reply> {
    const offered = await this.#client.list({ timeoutMs })
    const isRoute = operation.includes(' ')
    if (!isRoute && offered !== undefined && !offered.some(({ name }) => name === operation)) {
      throw new ReplywireError(
        'ERR_UNREADABLE',
        `The server at ${this.#origin} does not offer ${operation}. It needs Replywire, a store, and a version that has it.`,
      )
    }
    const reply = await this.#client.call(operation, input)
    const { outcome, wire } = reply
    if (outcome.kind !== 'failed') return reply
    const { category, code, message } = outcome.fault
    if (category === 'unauthenticated') throw new ReplywireError('ERR_UNREADABLE', this.#credentials())
    if (wire === undefined) {
      const next = `See that it runs, and check the way to it: replywire doctor ${this.#origin}`
      throw new ReplywireError(
        'ERR_UNREADABLE',
        `${this.#origin} did not answer (${code}): ${printable(message)} ${next}`,
      )
    }
    return reply
  }

  #credentials(): string {
    const what = this.#hasToken ? 'did not accept the token' : 'requires a token'
    return `${this.#origin} ${what}. Pass one with --token @FILE or in REPLYWIRE_TOKEN; for a server without authentication, replywire token prints it where the store is.`
  }

  /** An object; undefined when there is no such thing. */
  async read(operation: string, input: JsonObject): Promise<JsonObject | undefined> {
    const { outcome } = await this.ask(operation, input)
    if (outcome.kind === 'failed' && outcome.fault.category === 'not-found') return undefined
    if (outcome.kind !== 'completed') throw unexpected(outcome, operation)
    const value = outcome.payload?.kind === 'value' ? outcome.payload.value : undefined
    if (!isObject(value)) throw unexpected(outcome, operation)
    return value
  }

  /** The object that a change returns; what is refused is a refusal. */
  async change(operation: string, input: JsonObject): Promise<ChangedRow | 'missing' | RefusedChange> {
    const { outcome } = await this.ask(operation, input)
    if (outcome.kind === 'failed') {
      const { category, code, message, issues } = outcome.fault
      if (category === 'not-found') return 'missing'
      const details = issues.map(issue => `${issue.pointer} ${issue.message}`)
      return { kind: 'refused', code, message: printable([message, ...details].join(' ')) }
    }
    const value = outcome.payload?.kind === 'value' ? outcome.payload.value : undefined
    return { kind: 'changed', row: isObject(value) ? value : {} }
  }

  /** Rows, page after page, until there are enough. */
  async list(operation: string, input: JsonObject, limit: number): Promise<Rows<JsonObject>> {
    const rows: JsonObject[] = []
    let cursor: string | undefined
    do {
      const size = Math.min(longestPage, limit + 1 - rows.length)
      const { outcome, wire } = await this.ask(operation, { ...input, limit: size, ...(cursor && { cursor }) })
      if (outcome.kind !== 'completed') throw unexpected(outcome, operation)
      const payload = outcome.payload
      const page: readonly Json[] = payload?.kind === 'rows' ? payload.rows : []
      rows.push(...page.filter(isObject))
      const next = payload?.kind === 'rows' ? payload.page?.next : undefined
      cursor =
        page.length === 0 ? undefined : (next ?? nextIn(wire?.carrier === 'http' ? wire.headers.link : undefined))
    } while (cursor !== undefined && rows.length <= limit)
    return { rows: rows.slice(0, limit), more: rows.length > limit || cursor !== undefined }
  }

  /** Rows of a list that has no further pages. */
  async page(operation: string, input: JsonObject, limit: number): Promise<Rows<JsonObject>> {
    const { outcome } = await this.ask(operation, { ...input, limit: limit + 1 })
    if (outcome.kind !== 'completed') throw unexpected(outcome, operation)
    const rows = outcome.payload?.kind === 'rows' ? outcome.payload.rows.filter(isObject) : []
    return { rows: rows.slice(0, limit), more: rows.length > limit }
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

/** The cursor of the next page, for contracts that have it in the header alone. */
function nextIn(link: string | undefined): string | undefined {
  const [, target] = /<([^<>]*)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? []
  return target === undefined ? undefined : (new URL(target, 'http://server').searchParams.get('cursor') ?? undefined)
}

function unexpected(outcome: Reply['outcome'], operation: string): ReplywireError {
  const what = outcome.kind === 'failed' ? `${outcome.fault.code}: ${outcome.fault.message}` : outcome.kind
  return new ReplywireError('ERR_UNREADABLE', `${operation} was not answered: ${printable(what)}`)
}
