/** Who calls, as the runtime needs to know it. Everything that is stored belongs to a caller. */

export interface Caller {
  readonly subject: string
  readonly tenant: string
  readonly roles: readonly string[]
  readonly account?: string
}

/** Any caller where nobody has to say who they are. No authenticator returns a subject that begins with `~`. */
export const anybody: Caller = { subject: '~anybody', tenant: '', roles: [] }

/** Whether a caller has no credentials where others have some: two of these may be two people. */
export function isNameless({ subject, roles }: Caller): boolean {
  // On an open server, where all callers are one, they are its operators.
  return subject === anybody.subject && !roles.includes('operator')
}

/** The holder of the operator token of an open server, or its user over stdio. */
export const operator: Caller = { subject: '~operator', tenant: '', roles: ['operator'] }
