/** Approvals: bound to what was asked and by whom, decided once, used once. */
import { fault } from '../outcome/fault.ts'
import type { Need } from '../outcome/need.ts'
import { failed, type Outcome, type Paused, paused } from '../outcome/outcome.ts'
import type { Decision } from '../outcome/run-result.ts'
import { isKeepable } from '../store/input.ts'
import type { ApprovalRow } from '../store/operations/approval-row.ts'
import type { ApprovalViewer } from '../store/operations/approval-viewer.ts'
import type { NewApproval } from '../store/operations/approvals.ts'
import type { NewAudit } from '../store/operations/audit.ts'
import type { DecideResult } from '../store/operations/decide-approval.ts'
import type { Store } from '../store/store.ts'
import { type ApprovalSubject, type ApprovedInput, digestOf, findApprovedInput } from './approved-input.ts'
import { auditLine } from './audit.ts'
import { toBytes } from './bytes.ts'
import { anybody, type Caller, isNameless, operator } from './caller.ts'
import { withoutSecrets } from './credentials.ts'
import { type ApproverDecision, decisionWrite, storable } from './decision-write.ts'
import { type Origin, originOf } from './origin.ts'
import { hashOf, newId, type Secret } from './secret.ts'

/** Who may decide approvals, and for how long. */
export interface ApprovalOptions {
  /** Callers with one of these may decide what asks for no roles of its own. Default: `approver`. */
  roles?: readonly string[]
  /** Whether somebody may approve what they asked for themselves. Default: false. */
  allowOwn?: boolean
  /** How long an approval can be decided and used. */
  ttlMs?: number
}

interface ApprovalSettings extends ApprovalOptions {
  /** How many open ones a requester may have. */
  most: number
}

/** What a run asks for, as it is filed. */
export interface Filing {
  approvalSubject: ApprovalSubject
  /** The input that the run had, and who edited it. */
  runInput: Pick<ApprovedInput, 'input' | 'editedBy'>
  taskId: string | null
  /** One person may give several approvals of the run. */
  samePerson?: boolean | undefined
  /** Who else than the requester has supplied arguments, or redeems a token. */
  suppliedBy?: readonly string[] | undefined
  /** The request whose tokens the run was given. */
  origin?: Origin | undefined
  /** What the run gets back with the decision, by the key of the approval. */
  held?: ReadonlyMap<string, string> | undefined
}

const forbidden = (code: string, message: string, detail?: string): Outcome =>
  failed(fault('forbidden', message, { code, began: false, ...(detail === undefined ? undefined : { detail }) }))

/** One answer for a token that is unknown, another's, or for another request: it reveals nothing. */
const invalidToken = forbidden('APPROVAL_INVALID', 'The approval token is not valid for this request.')

/** The approvals whose tokens a call presents, ready to use, and the input they approve. */
export interface PresentedApprovals {
  rows: ApprovalRow[]
  approved?: ApprovedInput
  /** The request that the call goes on with. */
  origin?: Origin
  /** What earlier runs of the request gave along with the approvals that count. */
  held?: readonly string[]
}

/** Why a call with tokens does not run. */
export interface RefusedTokens {
  refusal: Outcome
  /** The approval that somebody asks back about. */
  approvals?: string[]
}

/** The longest text that a token carries along: tokens travel in a header. */
const longestHeld = 2048

/** A token without the text that it carries along. */
export function bareToken(token: string): string {
  return token.split('.', 1)[0] ?? ''
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

  /** Whether somebody may decide on an approval, as far as their roles go. */
  mayDecide({ subject, roles }: Caller, approval: Pick<ApprovalRow, 'roles'>): boolean {
    if (subject === operator.subject) return true
    if (subject === anybody.subject) return false
    const wanted = approval.roles.length > 0 ? approval.roles : this.#roles
    return roles.some(role => wanted.includes(role))
  }

  /** Whether somebody neither asked for it nor supplied its arguments, where that matters. */
  isOther({ subject }: Caller, { requester, suppliedBy }: Pick<ApprovalRow, 'requester' | 'suppliedBy'>): boolean {
    return this.#allowOwn || (requester !== subject && !suppliedBy.includes(subject))
  }

  /** Which approvals somebody may see: what they asked for, and what they may decide. */
  visibleTo({ tenant, subject, account = '', roles }: Caller): ApprovalViewer {
    if (subject === operator.subject) return { tenant }
    const filter = { tenant, requester: subject, account }
    if (subject === anybody.subject) return filter
    return { ...filter, decides: { roles, byDefault: roles.some(role => this.#roles.includes(role)) } }
  }

  /** Reads the tokens of a call. Nothing is used up yet; whether one has been is found out when it is used. */
  async bring(
    tokens: readonly string[],
    approvalSubject: ApprovalSubject,
  ): Promise<PresentedApprovals | RefusedTokens> {
    const found: ApprovalRow[] = []
    // Tokens of one approval may differ in what they carry along.
    const distinct = new Map(tokens.map(token => [bareToken(token), token]))
    for (const token of distinct.keys()) {
      const row = await this.#find(token, approvalSubject)
      if (row === undefined) return { refusal: invalidToken }
      found.push(row)
    }
    const now = this.#now()
    // Those of two requests would let two requesters approve for each other.
    const origin = originOf(found)
    if (origin === undefined) return { refusal: invalidToken }
    if (findApprovedInput(approvalSubject, found, now).others.length > 0) return { refusal: invalidToken }
    if (found.some(({ expiresAt }) => expiresAt <= now)) {
      return { refusal: forbidden('APPROVAL_EXPIRED', 'The approval has expired.') }
    }
    const rows: ApprovalRow[] = []
    for (const row of found) rows.push(await this.#decidedBy(approvalSubject.caller, row))
    const approved = findApprovedInput(approvalSubject, rows, now)
    const { objection } = approved
    if (objection !== undefined) return refusedBy(objection)
    const counting = new Set([...approved.approvals.values()].map(({ id }) => id))
    const held = [...distinct.values()].flatMap((token, at) => this.#heldIn(token, found[at]?.id, counting) ?? [])
    return { rows: rows.filter(({ state }) => state === 'approved'), approved, origin, held }
  }

  /** Answers the question that somebody asked back about one of the tokens; false when nobody asked. */
  async answered(
    tokens: readonly string[],
    approvalSubject: ApprovalSubject,
    reply: string,
  ): Promise<boolean | RefusedTokens> {
    let isAnswered = false
    for (const token of new Set(tokens.map(bareToken))) {
      const row = await this.#find(token, approvalSubject)
      if (row?.state !== 'asked' || findApprovedInput(approvalSubject, [row], this.#now()).others.length > 0) continue
      if (!isReply(reply)) return { refusal: wrongReply, approvals: [row.id] }
      if ((await this.reply(row.id, approvalSubject.caller, reply)) !== undefined) isAnswered = true
    }
    return isAnswered
  }

  /** The approval of a token, for its requester, for somebody who may decide, or who went on with the request. */
  async #find(token: string, { operation, caller }: ApprovalSubject): Promise<ApprovalRow | undefined> {
    const row = await this.#store.do('findApproval', { tokenHash: hashOf(token), tenant: caller.tenant })
    if (row === undefined || row.taskId !== null || row.operation !== operation) return undefined
    const isTheirs = row.requester === caller.subject || row.suppliedBy.includes(caller.subject)
    return isTheirs || this.mayDecide(caller, row) ? row : undefined
  }

  /** A row as it stands. An approver who brings the token of another's request approves it; a requester never does. */
  async #decidedBy(caller: Caller, row: ApprovalRow): Promise<ApprovalRow> {
    if (row.state !== 'open' || !this.mayDecide(caller, row)) return row
    if (caller.subject === row.requester || row.suppliedBy.includes(caller.subject)) return row
    const result = await this.decide(row.id, caller, { decision: 'approve' })
    return 'approval' in result ? result.approval : row
  }

  /** Uses approvals up, all or none. */
  async use({ rows }: PresentedApprovals, caller: Caller, runId: string, governance?: string): Promise<boolean> {
    const used: ApprovalRow[] = []
    for (const row of rows) {
      const audit = this.#audit(row, caller.subject, 'approval.used', governance)
      if (await this.#store.do('useApproval', { id: row.id, by: runId, now: this.#now(), audit })) used.push(row)
      else {
        await this.unuse({ rows: used }, caller, runId)
        return false
      }
    }
    return true
  }

  /** Gives back what a run took and did not act on. */
  async unuse({ rows }: PresentedApprovals, caller: Caller, runId: string): Promise<void> {
    for (const row of rows) {
      await this.#store.do('unuseApproval', {
        id: row.id,
        by: runId,
        audit: this.#audit(row, caller.subject, 'approval.returned'),
      })
    }
  }

  /** Files the approvals that a run asks for, and gives each its token. Undefined when the caller has too many open. */
  async file(outcome: Paused, filing: Filing): Promise<{ outcome: Paused; ids: string[] } | undefined> {
    const ids: string[] = []
    const needs: Need[] = []
    const request = requestOf(filing)
    for (const need of outcome.needs) {
      if (need.kind !== 'approval') {
        needs.push(need)
        continue
      }
      const row = await this.#ask(need, filing, request)
      if (row === undefined) return undefined
      ids.push(row.id)
      const { roles: _, ...shown } = need
      needs.push({
        ...shown,
        token: this.#tokenWith(row.id, filing.held?.get(need.key)),
        expiresAt: new Date(row.expiresAt).toISOString(),
      })
    }
    const [first, ...rest] = needs
    return { outcome: first === undefined ? outcome : { ...outcome, needs: [first, ...rest] }, ids }
  }

  #ask(
    need: Need & { kind: 'approval' },
    { approvalSubject, runInput, taskId, samePerson, suppliedBy }: Filing,
    request: Request,
  ): Promise<ApprovalRow | undefined> {
    const { tenant, subject, account } = approvalSubject.caller
    const id = newId('apv')
    const now = this.#now()
    return this.#store.do('askApproval', {
      id,
      tenant,
      requester: subject,
      account,
      operation: approvalSubject.operation,
      key: need.key,
      digest: digestOf({ ...approvalSubject, input: runInput.input }, subject),
      ...request,
      action: storable(need.action),
      input: toBytes(withoutSecrets(runInput.input)),
      ...(runInput.editedBy === undefined
        ? undefined
        : { edited: { by: runInput.editedBy, original: toBytes(withoutSecrets(approvalSubject.input)) } }),
      roles: need.roles,
      samePerson,
      suppliedBy,
      tokenHash: hashOf(this.#tokenOf(id)),
      taskId,
      now,
      expiresAt: now + this.#ttlMs,
      most: this.#most,
    })
  }

  #tokenOf(id: string): string {
    return `apr_${this.#secret.tokenOf(id)}`
  }

  /** The token of an approval, with a text that only this installation can read, and only with this approval. */
  #tokenWith(id: string, held: string | undefined): string {
    if (held === undefined || held.length > longestHeld) return this.#tokenOf(id)
    return `${this.#tokenOf(id)}.${Buffer.from(this.#secret.seal(JSON.stringify([id, held]))).toString('base64url')}`
  }

  #heldIn(token: string, id: string | undefined, counting: ReadonlySet<string>): string | undefined {
    const sealed = token.slice(bareToken(token).length + 1)
    const text = sealed === '' ? undefined : this.#secret.unseal(Buffer.from(sealed, 'base64url'))
    if (text === undefined || id === undefined || !counting.has(id)) return undefined
    const [of, held] = JSON.parse(text) as [string, string]
    return of === id ? held : undefined
  }

  /** Decides, once. Whether the caller has a role for it is for `mayDecide`. */
  decide(id: string, caller: Caller, verdict: ApproverDecision): Promise<DecideResult> {
    const write = decisionWrite(id, caller, verdict, { now: this.#now(), allowOwn: this.#allowOwn })
    return this.#store.do('decideApproval', write)
  }

  /** Answers an approver's question. The words are in the history, where approvers read them. */
  reply(id: string, { tenant, subject }: Caller, reply: string): Promise<ApprovalRow | undefined> {
    const now = this.#now()
    const act = { tenant, actor: subject, action: 'approval.reply', subject: id, at: now }
    const audit = auditLine({ ...act, detail: { reply: storable(reply) } })
    return this.#store.do('replyApproval', { id, tenant, requester: subject, now, audit })
  }

  #audit(row: ApprovalRow, actor: string, action: string, governance?: string): NewAudit {
    const detail = governance === undefined ? {} : { governance }
    return auditLine({ tenant: row.tenant, at: this.#now(), actor, action, subject: row.id, detail })
  }
}

type Request = Pick<NewApproval, 'request' | 'among'>

/** The request that approvals are filed under. Nameless callers who ask for the same have each their own. */
function requestOf({ approvalSubject, taskId, origin }: Filing): Request {
  if (taskId !== null || !isNameless(approvalSubject.caller))
    return { request: digestOf(approvalSubject, approvalSubject.caller.subject) }
  return { request: origin?.request ?? newId('req'), among: origin?.ids ?? [] }
}

/** Whether a text can be the answer to a question. */
export function isReply(reply: string): boolean {
  return reply !== '' && reply.length <= longestText && isKeepable(reply)
}

/** The decision on one approval, as a handler sees it; undefined where none counts. */
export function decisionFor(approved: ApprovedInput | undefined, key: string): Decision | undefined {
  const row = approved?.approvals.get(key)
  if (row === undefined) return undefined
  return {
    by: row.decidedBy ?? '',
    at: new Date(row.decidedAt ?? 0).toISOString(),
    ...(row.note === null ? undefined : { note: row.note }),
  }
}

/** The answer to the requester when an approver rejected, or asks back. */
export function objectionOf({ state, note }: ApprovalRow): Outcome {
  return state === 'rejected'
    ? forbidden('APPROVAL_REJECTED', 'The approval was rejected.', note ?? undefined)
    : paused([{ kind: 'reply', question: note ?? 'The approver asks for more.' }])
}

function refusedBy(objection: ApprovalRow): RefusedTokens {
  const refusal = objectionOf(objection)
  return { refusal, ...(refusal.kind === 'paused' ? { approvals: [objection.id] } : undefined) }
}
