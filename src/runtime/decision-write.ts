/** A decision on an approval, as it is written. */
import type { Json, JsonObject } from '../lib/json-value.ts'
import type { DecideApproval, DecidedState } from '../store/operations/decide-approval.ts'
import { auditLine } from './audit.ts'
import { toBytes } from './bytes.ts'
import type { Caller } from './caller.ts'
import { withoutSecrets } from './credentials.ts'

/** What an approver says. */
export interface ApproverDecision {
  decision: 'approve' | 'reject' | 'edit' | 'ask'
  note?: string
  /** The input in place of the asked one, when it is edited. */
  input?: Json
}

const states: Readonly<Record<ApproverDecision['decision'], DecidedState>> = {
  approve: 'approved',
  edit: 'approved',
  reject: 'rejected',
  ask: 'asked',
}

/** A text without what no store holds: U+0000 and halves of characters. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

/** A decision as it is written, with its line in the audit log. */
export function decisionWrite(
  id: string,
  { tenant, subject }: Pick<Caller, 'tenant' | 'subject'>,
  { decision, note: text, input }: ApproverDecision,
  { now, allowOwn, detail }: { now: number; allowOwn: boolean; detail?: JsonObject },
): DecideApproval {
  const note = text === undefined ? undefined : storable(text)
  const edited = input === undefined ? undefined : withoutSecrets(input)
  return {
    id,
    tenant,
    by: subject,
    state: states[decision],
    note,
    edit: decision === 'edit' ? toBytes(edited) : undefined,
    allowOwn,
    now,
    audit: auditLine({
      tenant,
      at: now,
      actor: subject,
      action: `approval.${decision}`,
      subject: id,
      detail: {
        decision,
        ...(note === undefined ? undefined : { note }),
        ...(decision === 'edit' && edited !== undefined ? { input: edited } : undefined),
        ...detail,
      },
    }),
  }
}
