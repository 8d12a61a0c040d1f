/** A governance agent under AdCP: checks what a buyer intends against its plans, and signs what it approves. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { issueGovernanceToken, payloadHash, planHash } from '../../src/contracts/adcp/governance/index.ts'
import { defineAgent, operation, refuse } from '../../src/index.ts'
import type { KeyRing } from '../../src/server/index.ts'

/** What a buyer may spend. */
export interface Plan {
  plan_id: string
  /** The URL of the agent that acts under it. */
  buyer: string
  budget: { total: number; currency: string }
}

export interface GovernanceAgentOptions {
  /** Its governance-signing key signs the tokens. */
  ring: KeyRing
  /** The URL by which buyers name this agent: `iss` in tokens. */
  url: string
  plans: readonly Plan[]
}

/** An approval of an intent is short. */
const lifeSeconds = 15 * 60

const amount = z.object({ amount: z.number().nonnegative(), currency: z.string().length(3) })

export function governanceAgent({ ring, url, plans }: GovernanceAgentOptions) {
  const spent = new Map<string, number>()
  const tokens = new Map<string, { token: string; buyer: string }>()

  return defineAgent({
    name: 'governance-agent',
    version: '1.0.0',
    title: 'Governance agent',
    description: 'Approves what plans allow, with a signed token.',
    operations: {
      check_governance: operation({
        title: 'Check an intent',
        description: 'Approved intents get a governance_context for the seller.',
        route: 'POST /check_governance',
        input: z.looseObject({
          plan_id: z.string(),
          caller: z.string(),
          tool: z.string(),
          payload: z.looseObject({}),
          target_agent: z.string(),
          proposed_commitment: amount,
        }),
        output: z.looseObject({
          check_id: z.string(),
          verdict: z.enum(['approved', 'denied']),
          explanation: z.string(),
        }),
        async handler({ plan_id, caller, tool, payload, target_agent, proposed_commitment: wanted }, ctx) {
          // Who asks is what their signature proves, and not what they say.
          if (ctx.principal?.subject !== caller) throw refuse('forbidden', 'The caller is not who signed the request.')
          const plan = plans.find(one => one.plan_id === plan_id && one.buyer === caller)
          if (plan === undefined) throw refuse('not-found', 'There is no such plan.', { code: 'PLAN_NOT_FOUND' })
          const check_id = `chk_${randomBytes(9).toString('base64url')}`
          const left = plan.budget.total - (spent.get(plan_id) ?? 0)
          if (wanted.currency !== plan.budget.currency || wanted.amount > left) {
            return { check_id, verdict: 'denied' as const, explanation: 'The plan has not enough budget left.' }
          }
          spent.set(plan_id, (spent.get(plan_id) ?? 0) + wanted.amount)
          const iat = Math.floor(Date.now() / 1000)
          const jti = `jti_${randomBytes(12).toString('base64url')}`
          const token = await issueGovernanceToken(
            {
              iss: url,
              // In 3.1 sellers compare it with the plan, in 3.2 with nothing.
              sub: plan_id,
              plan_hash: await planHash({ ...plan }),
              aud: target_agent,
              iat,
              exp: iat + lifeSeconds,
              jti,
              phase: 'intent',
              caller,
              check_id,
              policy_decisions: [],
              ...(payload.adcp_version === '3.1'
                ? undefined
                : {
                    authorized_task: tool,
                    authorized_payload_hash: await payloadHash(payload as never),
                    authorized_commitment: wanted,
                  }),
            },
            ring.key('governance-signing').jwk,
          )
          tokens.set(check_id, { token: jti, buyer: caller })
          const expires_at = new Date((iat + lifeSeconds) * 1000).toISOString()
          ctx.govern(token)
          return { check_id, verdict: 'approved' as const, explanation: 'Within the plan.', expires_at }
        },
      }),

      revoke_check: operation({
        title: 'Take an approval back',
        description: 'From now on the revocation list names its token.',
        route: 'POST /revoke_check',
        effects: 'destructive',
        input: z.looseObject({ check_id: z.string() }),
        output: z.object({ revoked: z.string() }),
        async handler({ check_id }, ctx) {
          const issued = tokens.get(check_id)
          if (issued === undefined || issued.buyer !== ctx.principal?.subject) {
            throw refuse('not-found', 'There is no such check.')
          }
          await ring.revokeToken(issued.token)
          return { revoked: check_id }
        },
      }),
    },
  })
}
