/** How idempotency keys are treated. */

/** How many new keys one caller may use: a second on average, and at once. */
export interface KeyRate {
  perSecond: number
  burst: number
}

export interface KeyPolicy {
  /** Keys of one scope are compared with each other: what they stand for is read alike. */
  readonly scope: string
  /** What a key may look like. */
  readonly key: RegExp
  /** `success`: an error gives the key back. `final`: an error that a repeat cannot fix is stored too. */
  readonly store: 'success' | 'final'
  /** A key whose time is over: refused, or taken for a new one. */
  readonly expired: 'refuse' | 'reuse'
  /** How much longer than its time a key is known, for clocks that differ. */
  readonly graceMs: number
  /** The rate of new keys, and the name under which settings and metrics know it. */
  readonly rate: KeyRate & { readonly name: string }
}
