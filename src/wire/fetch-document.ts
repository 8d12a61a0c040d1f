/** How documents of others are fetched: what is asked, and what came back. Who fetches them guards the addresses. */

/** One request. Every request has bounds. */
export interface DocumentRequest {
  readonly url: string
  /** Default: `GET`. */
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** A longer answer is none. */
  readonly maxBytes: number
  /** Until the connection is open, and until the answer has ended. */
  readonly connectTimeoutMs: number
  readonly timeoutMs: number
}

/** An answer of any status, redirects included: nothing is followed. Header names are lower case. */
export interface DocumentAnswer {
  readonly ok: true
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** `untrusted`: the address is not a public one, so nobody was asked. */
export interface NoDocument {
  readonly ok: false
  readonly reason: 'untrusted' | 'unreachable' | 'too-large'
}

/** Fetches a document. Never rejects. */
export type FetchDocument = (request: DocumentRequest) => Promise<DocumentAnswer | NoDocument>
