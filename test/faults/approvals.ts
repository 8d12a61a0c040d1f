/**
 * Approvers who all decide at once, and requesters who use what was decided in every way they should not. Two runtimes
 * share a store, as two processes do.
 *
 * `node test/faults/approvals.ts` prints one line of JSON a store and exits 1 when anything did not hold.
 * `--seed N` chooses who does what, `--full` has 50 approvers race 1,000 times on each store.
 */
import { z } from 'zod'
import { created, defineAgent, operation, requireApproval } from '../../src/index.ts'
import type { Outcome } from '../../src/outcome/outcome.ts'
import type { Caller } from '../../src/runtime/caller.ts'
import type { ApproverDecision } from '../../src/runtime/decision-write.ts'
import { openStore } from '../../src/store/open.ts'
import { openPostgres } from '../../src/store/postgres/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type Kit, kit } from '../runtime/kit.ts'
import { Problems, readWords, tellOfBoth } from './both-stores.ts'
import { chance } from './files-parts.ts'

export interface ApprovalResult {
  seed: number
  rounds: number
  approvers: number
  /** How the rounds ended. */
  decided: Record<string, number>
  refused: number
  used: number
  problems: string[]
  seconds: number
}

const decisions: readonly ApproverDecision['decision'][] = ['approve', 'approve', 'approve', 'edit', 'reject', 'ask']
const ttlMs = 60_000

export async function provokeApprovals(
  url: string,
  { seed, rounds, approvers }: { seed: number; rounds: number; approvers: number },
): Promise<ApprovalResult> {
  const started = performance.now()
  const random = chance(seed)
  const problems = new Problems()
  const did = new Map<number, number[]>()
  let now = Date.now()
  const agent = defineAgent({
    name: 'spender',
    version: '1.0.0',
    operations: {
      spend: operation({
        title: 'Spend',
        input: z.object({ round: z.number(), amount: z.number() }),
        handler({ round, amount }, context) {
          if (context.approval('spend') === undefined) return requireApproval('spend', { action: 'Spend' })
          did.set(round, [...(did.get(round) ?? []), amount])
          return created({ amount })
        },
      }),
    },
  })
  const open = async () => kit(agent, { store: await openPatiently(url), now: () => now, approvals: { ttlMs } })
  const kits: [Kit, Kit] = [await open(), await open()]
  const either = () => kits[random() < 0.5 ? 0 : 1]
  const decided: Record<string, number> = {}
  let refused = 0
  let used = 0

  const decideOnce = async (round: number) => {
    const ann: Caller = { subject: `ann-${round % 7}`, tenant: 'north', roles: [] }
    const input = { round, amount: 5 }
    const spend = async (more: { caller?: Caller; input?: object; token?: string }) => {
      const tokens = more.token === undefined ? {} : { approvalTokens: [more.token] }
      const { outcome } = await either().call('spend', more.input ?? input, { caller: more.caller ?? ann, ...tokens })
      return outcome
    }
    const expect = (what: string, outcome: Outcome, wanted: string) => {
      const came = wordOf(outcome)
      if (came !== wanted) problems.add(`round ${round}, ${what}: ${came} in place of ${wanted}`)
      refused += 1
    }
    const asked = await spend({})
    const [need] = asked.kind === 'paused' ? asked.needs : []
    const token = need?.kind === 'approval' ? (need.token ?? '') : ''
    const [row] = await kits[0].store.do('listApprovals', { tenant: 'north', state: 'open', now, limit: 1 })
    const id = row?.id ?? ''
    if (token === '' || id === '') problems.add(`round ${round}: nothing was asked`)
    expect('undecided', await spend({ token }), 'paused')

    const tooLate = random() < 0.1
    if (tooLate) now += ttlMs
    const verdicts = Array.from({ length: approvers }, (): ApproverDecision => {
      const decision = decisions[Math.floor(random() * decisions.length)] ?? 'approve'
      return { decision, note: 'n', ...(decision === 'edit' ? { input: { round, amount: 4 } } : {}) }
    })
    const results = await Promise.all(
      verdicts.map((verdict, n) => {
        const caller = { subject: `approver-${n}`, tenant: 'north', roles: ['approver'] }
        return kits[n % 2 === 0 ? 0 : 1].runtime.deciding.decide(id, caller, verdict)
      }),
    )
    const winners = results.flatMap(({ kind }, n) => (kind === 'decided' ? [n] : []))
    const losers = results.filter(({ kind }) => kind === (tooLate ? 'expired' : 'already'))
    const audit = await kits[0].store.do('listAudit', { tenant: 'north', subject: id, limit: 100 })
    if (winners.length !== (tooLate ? 0 : 1)) problems.add(`round ${round}: ${winners.length} decisions`)
    if (winners.length + losers.length !== approvers) problems.add(`round ${round}: somebody was told something else`)
    if (audit.length !== winners.length) problems.add(`round ${round}: ${audit.length} decisions in the audit log`)
    const [winner = -1] = winners
    const decision = tooLate ? 'expired' : (verdicts[winner]?.decision ?? 'nothing')
    const stored = await kits[1].store.do('getApproval', { id, tenant: 'north' })
    if (!tooLate && stored?.decidedBy !== `approver-${winner}`) problems.add(`round ${round}: another is said to have`)
    decided[decision] = (decided[decision] ?? 0) + 1

    const wrong = { ...input, amount: 6 }
    expect('another argument', await spend({ token, input: wrong }), 'APPROVAL_INVALID')
    const bob = { ...ann, subject: 'bob' }
    expect('another requester', await spend({ token, caller: bob }), 'APPROVAL_INVALID')
    const eve = { ...ann, tenant: 'south', roles: ['approver'] }
    expect('another tenant', await spend({ token, caller: eve }), 'APPROVAL_INVALID')
    expect(
      'a made-up token',
      await spend({ token: token.replace(/.$/, last => (last === 'A' ? 'Q' : 'A')) }),
      'APPROVAL_INVALID',
    )
    if (did.has(round)) problems.add(`round ${round}: done without an approval`)

    const endings = { expired: 'APPROVAL_EXPIRED', reject: 'APPROVAL_REJECTED', ask: 'paused' } as const
    const isGiven = decision === 'approve' || decision === 'edit'
    if (!isGiven) {
      const wanted = decision === 'nothing' ? '' : endings[decision]
      expect(decision, await spend({ token }), wanted)
      if (did.has(round)) problems.add(`round ${round}: done although ${decision}`)
      return
    }
    const isLate = random() < 0.1
    if (isLate) {
      now += ttlMs
      expect('after its time', await spend({ token }), 'APPROVAL_EXPIRED')
      if (did.has(round)) problems.add(`round ${round}: done after its time`)
      return
    }
    const both = await Promise.all([spend({ token }), spend({ token })])
    const words = both.map(wordOf).toSorted().join(' ')
    if (words !== 'APPROVAL_USED completed') problems.add(`round ${round}: two uses at once were told ${words}`)
    expect('used before', await spend({ token }), 'APPROVAL_USED')
    const amounts = did.get(round) ?? []
    if (amounts.length !== 1 || amounts[0] !== (decision === 'edit' ? 4 : 5)) {
      problems.add(`round ${round}: ${decision} led to ${JSON.stringify(amounts)}`)
    }
    used += 1
  }
  try {
    for (let round = 0; round < rounds; round++) await decideOnce(round)
  } finally {
    for (const one of kits) await one.close()
  }
  const seconds = Math.round((performance.now() - started) / 100) / 10
  return { seed, rounds, approvers, decided, refused, used, problems: problems.all, seconds }
}

/** On a busy machine fifty at once may wait long for a connection. */
function openPatiently(url: string): Promise<Store> {
  return url.startsWith('sqlite:') ? openStore(url) : openPostgres(url, { connectMs: 600_000 })
}

function wordOf(outcome: Outcome): string {
  return outcome.kind === 'failed' ? outcome.fault.code : outcome.kind
}

if (import.meta.main) {
  const { seed, full } = readWords()
  await tellOfBoth((_, url) => provokeApprovals(url, { seed, rounds: full ? 1000 : 40, approvers: 50 }))
}
