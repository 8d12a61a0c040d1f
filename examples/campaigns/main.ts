/** `node examples/campaigns/main.ts`: the model, the agent, and a token to call it with. */
import { randomBytes } from 'node:crypto'
import { serve } from '../../src/server/index.ts'
import { campaigns } from './agent.ts'
import { startModel } from './model.ts'
import { authenticateTokens, signToken } from './token.ts'

const secret = process.env.CAMPAIGNS_SECRET ?? randomBytes(32).toString('hex')
const model = await startModel()
const server = serve(campaigns({ modelUrl: model.url }), {
  contract: 'yaagents',
  authenticate: authenticateTokens(secret),
})
const listening = await server.listen({ port: Number(process.env.PORT ?? 8121), signals: true })
const token = await signToken(secret, 'demo', ['campaign:optimize'])

console.log(`Campaigns at ${listening.url}; pages at ${listening.url}/docs\n`)
console.log(
  `curl -si ${listening.url}/campaigns -H 'authorization: Bearer ${token}' -H 'content-type: application/json' \\`,
)
console.log(`  -d '{"name":"Spring","budget":5000,"targetAudience":"gardeners"}'`)
