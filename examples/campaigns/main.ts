/** `node examples/campaigns/main.ts`: the model, the agent, and a token to call it with. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { serve } from '../../src/server/index.ts'
import { campaigns } from './agent.ts'
import { startModel } from './model.ts'
import { authenticateTokens, signToken } from './token.ts'

const folder = '.replywire'
mkdirSync(folder, { recursive: true })
const secret = process.env.CAMPAIGNS_SECRET ?? keptSecret()
const model = await startModel()
const server = serve(campaigns({ modelUrl: model.url }), {
  contract: 'yaagents',
  authenticate: authenticateTokens(secret),
  // Tasks, keys and approvals outlive the process; the campaigns themselves do not.
  store: `sqlite:${folder}/campaigns.db`,
  secret,
})
const listening = await server.listen({ port: Number(process.env.PORT ?? 8121), signals: true })
const token = await signToken(secret, 'demo', ['campaign:optimize'])
const approver = await signToken(secret, 'boss', ['approver'])

console.log(`Campaigns at ${listening.url}; pages at ${listening.url}/docs\n`)
console.log(
  `curl -si ${listening.url}/campaigns -H 'authorization: Bearer ${token}' -H 'content-type: application/json' \\`,
)
console.log(`  -d '{"name":"Spring","budget":5000,"targetAudience":"gardeners","successMetric":"ctr"}'`)
console.log(`\nA token of somebody who may approve:\n${approver}`)

/** What is in the store can be used only with the secret it was written with. */
function keptSecret(): string {
  const file = `${folder}/campaigns.secret`
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}
