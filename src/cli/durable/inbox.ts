/** `replywire inbox`: what waits for somebody's approval, and one of them with its history. */
import type { ApprovalRow } from '../../store/operations/approval-row.ts'
import type { AuditRow } from '../../store/operations/audit.ts'
import type { ApprovalLine } from '../../store/operations/list-approvals.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { Stream } from '../terminal.ts'
import { approvalState, approvalView, findApproval, noApproval } from './approval-view.ts'
import { historyOf, loadHistory, showHistory } from './history.ts'
import { across, tenantsOf, withStore } from './reach.ts'
import { type InboxVerb, type inboxOptions, inboxVerbs } from './table.ts'
import { checkOptions, wordAfter } from './verbs.ts'
import { cell, numberOf, showFacts, showJson, showTable, spanOf, whenOf } from './words.ts'

type InboxInvocation = Invocation<typeof inboxOptions>

const belongsTo = { all: ['list'], limit: ['list'] } as const satisfies Record<string, readonly InboxVerb[]>

export function run(invocation: InboxInvocation): Promise<number> {
  const { values, positionals } = invocation
  const verb = inboxVerbs.find(name => name === positionals[0]) ?? 'list'
  const call = { command: 'inbox', verb, values, positionals }
  checkOptions(call, belongsTo)
  const id = wordAfter(call, { show: 'ID' })
  return verb === 'list' ? list(invocation) : showOne(invocation, id)
}

async function list({ values, terminal }: InboxInvocation): Promise<number> {
  const limit = numberOf('limit', values.limit, 20, 1, 1000)
  const now = Date.now()
  const state = values.all ? undefined : 'open'
  const rows = await withStore(values.store, async store => {
    const tenants = await tenantsOf(store, 'approval', values.tenant)
    return across(tenants, limit + 1, tenant => store.do('listApprovals', { tenant, state, now, limit: limit + 1 }))
  })
  const page = rows.slice(0, limit)
  const more = rows.length > limit
  const { out, json } = terminal
  if (json) out.line(JSON.stringify({ approvals: page.map(row => approvalView(row, now)), more }))
  else showList(page, more, values.all === true, out)
  return exitCodes.ok
}

function showList(rows: readonly ApprovalLine[], more: boolean, isAll: boolean, out: Stream): void {
  if (rows.length === 0) {
    out.line(isAll ? 'Nobody has asked for an approval.' : 'Nothing waits for an approval.')
    return
  }
  const now = Date.now()
  const hasAccounts = rows.some(({ account }) => account !== '')
  showTable(
    [
      'ID',
      ...(isAll ? ['STATE'] : []),
      'OPERATION',
      'ASKED BY',
      'TENANT',
      ...(hasAccounts ? ['ACCOUNT'] : []),
      'AGE',
      'EXPIRES',
      'WHAT WOULD BE DONE',
    ],
    rows.map(row => [
      out.style.strong(cell(row.id)),
      ...(isAll ? [approvalState(row, now, out.style)] : []),
      cell(row.operation),
      cell(row.requester),
      cell(row.tenant),
      ...(hasAccounts ? [cell(row.account)] : []),
      spanOf(now - row.createdAt),
      row.state === 'open' ? whenOf(row.expiresAt, now) : '-',
      cell(row.action),
    ]),
    out,
  )
  if (more) out.line(out.style.dim(`There are more: --limit ${rows.length * 2} shows them.`))
}

async function showOne({ values, terminal }: InboxInvocation, id: string): Promise<number> {
  const found = await withStore(values.store, async store => {
    const row = await findApproval(store, id, values.tenant)
    if (row === undefined) return undefined
    return { row, history: await loadHistory(store, row.tenant, id) }
  })
  if (found === undefined) return noApproval(terminal, id)
  const { row, history } = found
  const { out, json } = terminal
  if (json) out.line(JSON.stringify({ ...approvalView(row, Date.now()), history: history.map(historyOf) }))
  else show(row, history, out)
  return exitCodes.ok
}

function show(row: ApprovalRow, history: readonly AuditRow[], out: Stream): void {
  const now = Date.now()
  const { style } = out
  const when = (at: number) => `${whenOf(at, now)} ${style.dim(new Date(at).toISOString())}`
  const { input, original, edit } = approvalView(row, now)
  out.line(`${style.strong(cell(row.id))}  ${approvalState(row, now, style)}`)
  showFacts(
    [
      ['would do', cell(row.action)],
      ['operation', `${cell(row.operation)} ${style.dim(`approval ${cell(row.key)}`)}`],
      ['asked by', `${cell(row.requester)} of tenant ${cell(row.tenant)}`],
      ['account', row.account === '' ? undefined : cell(row.account)],
      ['input by', row.suppliedBy.length === 0 ? undefined : row.suppliedBy.map(cell).join(', ')],
      ['edited by', row.editedBy === null ? undefined : cell(row.editedBy)],
      ['roles', row.roles.length === 0 ? undefined : row.roles.map(cell).join(', ')],
      ['asked', when(row.createdAt)],
      ['expires', row.state === 'open' || row.usedAt === null ? when(row.expiresAt) : undefined],
      ['decided by', row.decidedBy === null ? undefined : cell(row.decidedBy)],
      ['note', row.note === null ? undefined : cell(row.note)],
      ['used', row.usedAt === null ? undefined : when(row.usedAt)],
      ['task', row.taskId === null ? undefined : cell(row.taskId)],
    ],
    out,
  )
  out.line('Input')
  showJson(input, out)
  if (original !== null) {
    out.line('Input as it was asked for')
    showJson(original, out)
  }
  if (edit !== null) {
    out.line('Input in its place')
    showJson(edit, out)
  }
  showHistory(history, out)
}
