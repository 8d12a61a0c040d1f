/** Approvals: bound to what was asked and by whom, decided once, used once. */
import type { Json, JsonObject } from '../lib/json-value.ts'
import { fault } from '../outcome/fault.ts'
import type { Need } from '../outcome/need.ts'
import { failed, type Outcome, type Paused, paused } from '../outcome/outcome.ts'
import { isKeepable } from '../store/input.ts'
import type { ApprovalRow, DecideApproval, DecidedState, DecideResult } from '../store/operations/approvals.ts'
import type { NewAudit } from '../store/operations/audit.ts'
import type { Store } from '../store/store.ts'
import { auditLine } from './audit.ts'
import { fromBytes, toBytes } from './bytes.ts'
import type { Caller } from './caller.ts'
import { withoutSecrets } from './credentials.ts'
import { fingerprint } from './idempotency.ts'
import { hashOf, newId, type Secret } from './secret.ts'

export interface ApprovalOptions {
  /** Whoever has one of these may decide. */
  roles?: readonly string[]
  /** Whether somebody may approve what they asked for themselves. */
  allowOwn?: boolean
  /** How long an approval can be decided and used. */
  ttlMs?: number
}

interface ApprovalSettings extends ApprovalOptions {
  /** How many open ones a requester may have. */
  most: number
}

/** Somebody's decision, as a handler sees it. */
export interface Decision {
  by: string
  at: string
  note?: string
}

/** What is asked: an operation with its arguments, by somebody. */
export interface Asked {
  operation: string
  input: Json
  caller: Caller
}

/** What an approver says. */
export interface Verdict {
  decision: 'approve' | 'reject' | 'edit' | 'ask'
  note?: string
  /** The input in place of the asked one, when it is edited. */
  input?: Json
}

const states: Readonly<Record<Verdict['decision'], DecidedState>> = {
  approve: 'approved',
  edit: 'approved',
  reject: 'rejected',
  ask: 'asked',
}

const forbidden = (code: string, message: string, detail?: string): Outcome =>
  failed(fault('forbidden', message, { code, began: false, ...(detail === undefined ? undefined : { detail }) }))

/** One answer for a token that is unknown, another's, or was given for something else: it tells nothing. */
const invalidToken = forbidden('APPROVAL_INVALID', 'The approval token is not valid for this request.')

/** Approvals that a call brought, ready to be used. */
export interface Brought {
  rows: ApprovalRow[]
  /** The input that an approver put in place of the asked one. */
  edit?: { input: Json }
}

/** Why a call that brought tokens does not run. */
export interface Refused {
  refusal: Outcome
  /** The approval that somebody asks back about. */
  approvals?: string[]
}

/** The longest note or reply. */
export const longestText = 2000

const wrongReply = failed(
  fault('invalid', 'The request is not valid.', {
    began: false,
    issues: [
      {
        pointer: '/reply',
        message: `Expected 1 to ${longestText} characters of well-formed Unicode without U+0000.`,
        location: 'body',
      },
    ],
  }),
)

export class Approvals {
  readonly #store: Store
  readonly #secret: Secret
  readonly #now: () => number
  readonly #roles: readonly string[]
  readonly #allowOwn: boolean
  readonly #ttlMs: number
  readonly #most: number

  constructor(store: Store, secret: Secret, now: () => number, options: ApprovalSettings) {
    this.#store = store
    this.#secret = secret
    this.#now = now
    this.#roles = options.roles ?? ['approver']
    this.#allowOwn = options.allowOwn ?? false
    this.#ttlMs = options.ttlMs ?? 24 * 60 * 60 * 1000
    this.#most = options.most
  }

  /** Whether somebody may decide at all. */
  mayDecide(caller: Caller): boolean {
    return caller.roles.some(role => this.#roles.includes(role))
  }

  /** Reads the tokens of a call. Nothing is used up yet; whether one has been is told by whoever uses it. */
  async bring(
    tokens: readonly string[],
    asked: Asked,
    replied: ReadonlySet<string> = new Set(),
  ): Promise<Brought | Refused> {
    const brought: Brought = { rows: [] }
    for (const token of new Set(tokens)) {
      const { tenant } = asked.caller
      const row = await this.#store.do('findApproval', { tokenHash: hashOf(token), tenant })
      if (row === undefined || row.taskId !== null || !this.#isOf(row, asked)) return { refusal: invalidToken }
      // Whoever has just answered a question waits for the answer to theirs.
      if (replied.has(row.id) && row.state === 'open') continue
      const decided = await this.#decided(row, asked.caller)
      if ('kind' in decided) {
        return { refusal: decided, ...(decided.kind === 'paused' ? { approvals: [row.id] } : undefined) }
      }
      if (decided.state === 'open') continue
      brought.rows.push(decided)
      if (decided.edit !== null) brought.edit = { input: fromBytes(decided.edit) }
    }
    return brought
  }

  /** Answers the question that somebody asked back about one of the tokens; the ids of what was answered. */
  async answered(tokens: readonly string[], asked: Asked, reply: string): Promise<Set<string> | Refused> {
    const ids = new Set<string>()
    for (const token of new Set(tokens)) {
      const { tenant } = asked.caller
      const row = await this.#store.do('findApproval', { tokenHash: hashOf(token), tenant })
      if (row?.state !== 'asked' || row.taskId !== null || !this.#isOf(row, asked)) continue
      if (!isReply(reply)) return { refusal: wrongReply, approvals: [row.id] }
      if ((await this.reply(row.id, asked.caller, reply)) !== undefined) ids.add(row.id)
    }
    return ids
  }

  /** Whether a row is about this very request, by its requester or by somebody who may decide. */
  #isOf(row: ApprovalRow, asked: Asked): boolean {
    if (row.requester !== asked.caller.subject && !this.mayDecide(asked.caller)) return false
    return row.operation === asked.operation && row.digest === digestOf(asked, row.requester)
  }

  /** A row as it stands; one that is open is decided by an approver who brings its token. */
  async #decided(row: ApprovalRow, caller: Caller): Promise<ApprovalRow | Outcome> {
    if (row.expiresAt <= this.#now()) return forbidden('APPROVAL_EXPIRED', 'The approval has expired.')
    if (row.state === 'open' && this.mayDecide(caller)) {
      const result = await this.decide(row.id, caller, { decision: 'approve' })
      if (result.kind === 'decided') return result.approval
      if (result.kind === 'already') return this.#told(result.approval)
    }
    return this.#told(row)
  }

  #told(row: ApprovalRow): ApprovalRow | Outcome {
    if (row.state === 'rejected') return rejection(row)
    return row.state === 'asked' ? question(row) : row
  }

  /** Uses approvals up, all or none. */
  async use({ rows }: Brought, caller: Caller, runId: string): Promise<boolean> {
    const used: ApprovalRow[] = []
    for (const row of rows) {
      const audit = this.#audit(row, caller.subject, 'approval.used')
      if (await this.#store.do('useApproval', { id: row.id, by: runId, now: this.#now(), audit })) used.push(row)
      else {
        await this.unuse({ rows: used }, caller, runId)
        return false
      }
    }
    return true
  }

  /** Gives back what a run took and did not act on. */
  async unuse({ rows }: Brought, caller: Caller, runId: string): Promise<void> {
    for (const row of rows) {
      await this.#store.do('unuseApproval', {
        id: row.id,
        by: runId,
        audit: this.#audit(row, caller.subject, 'approval.returned'),
      })
    }
  }

  /** Files the approvals that a run asks for, and gives each its token. Undefined when the caller has too many open. */
  async file(
    outcome: Paused,
    asked: Asked,
    taskId: string | null,
  ): Promise<{ outcome: Paused; ids: string[] } | undefined> {
    const ids: string[] = []
    const needs: Need[] = []
    for (const need of outcome.needs) {
      if (need.kind !== 'approval') {
        needs.push(need)
        continue
      }
      const id = newId('apv')
      const now = this.#now()
      const row = await this.#store.do('askApproval', {
        id,
        tenant: asked.caller.tenant,
        requester: asked.caller.subject,
        operation: asked.operation,
        key: need.key,
        digest: digestOf(asked, asked.caller.subject),
        action: storable(need.action),
        input: toBytes(withoutSecrets(asked.input)),
        tokenHash: hashOf(this.#tokenOf(id)),
        taskId,
        now,
        expiresAt: now + this.#ttlMs,
        most: this.#most,
      })
      if (row === undefined) return undefined
      ids.push(row.id)
      needs.push({ ...need, token: this.#tokenOf(row.id), expiresAt: new Date(row.expiresAt).toISOString() })
    }
    const [first, ...rest] = needs
    return { outcome: first === undefined ? outcome : { ...outcome, needs: [first, ...rest] }, ids }
  }

  #tokenOf(id: string): string {
    return `apr_${this.#secret.tokenOf(id)}`
  }

  /** Decides, once. */
  decide(id: string, caller: Caller, verdict: Verdict): Promise<DecideResult> {
    const write = decisionWrite(id, caller, verdict, { now: this.#now(), allowOwn: this.#allowOwn })
    return this.#store.do('decideApproval', write)
  }

  /** Answers an approver's question. The words are in the history, where whoever decides reads them. */
  reply(id: string, { tenant, subject }: Caller, reply: string): Promise<ApprovalRow | undefined> {
    const now = this.#now()
    const act = { tenant, actor: subject, action: 'approval.reply', subject: id, at: now }
    const audit = auditLine({ ...act, detail: { reply: storable(reply) } })
    return this.#store.do('replyApproval', { id, tenant, requester: subject, now, audit })
  }

  #audit(row: ApprovalRow, actor: string, action: string): NewAudit {
    return auditLine({ tenant: row.tenant, at: this.#now(), actor, action, subject: row.id })
  }
}

/** Whether a text can be the answer to a question. */
export function isReply(reply: string): boolean {
  return reply !== '' && reply.length <= longestText && isKeepable(reply)
}

/** A text without what no store holds: U+0000 and halves of characters. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}

/** A decision as it is written, with its line in the audit log. */
export function decisionWrite(
  id: string,
  { tenant, subject }: Pick<Caller, 'tenant' | 'subject'>,
  { decision, note: said, input }: Verdict,
  { now, allowOwn, detail }: { now: number; allowOwn: boolean; detail?: JsonObject },
): DecideApproval {
  const note = said === undefined ? undefined : storable(said)
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

/** What a handler is told of an approval. */
export function decisionOf(row: ApprovalRow): Decision {
  return {
    by: row.decidedBy ?? '',
    at: new Date(row.decidedAt ?? 0).toISOString(),
    ...(row.note === null ? undefined : { note: row.note }),
  }
}

/** What the requester is told when it was rejected. */
export function rejection(row: ApprovalRow): Outcome {
  return forbidden('APPROVAL_REJECTED', 'The approval was rejected.', row.note ?? undefined)
}

/** What the requester is told when the approver asks back. */
export function question(row: ApprovalRow): Outcome {
  return paused([{ kind: 'reply', question: row.note ?? 'The approver asks for more.' }])
}

/** What was approved and nothing else: the operation, its arguments and who asked. */
export function digestOf({ operation, input, caller }: Asked, requester: string): string {
  return fingerprint([operation, input, requester, caller.tenant])
}
