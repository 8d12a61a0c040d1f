/** Who calls, as the runtime needs to know it. Everything that lasts belongs to a caller. */

export interface Caller {
  readonly subject: string
  readonly tenant: string
  readonly roles: readonly string[]
  readonly account?: string
}

/** Whoever calls where nobody has to say who they are. */
export const anybody: Caller = { subject: '~anybody', tenant: '', roles: [] }
