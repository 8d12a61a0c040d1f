/** An MCP host and an A2A peer call the same operation, as their own clients do. */
import { defaultContract } from '../../../contracts/registry.ts'
import { gist } from '../short-text.ts'
import { check, type DemoStep, expectEqual } from '../step.ts'

const advice = 'Use a shorter headline.'

export const carriers: DemoStep = {
  title: 'An MCP host and an A2A peer call the same agent',
  about:
    'Operations are tools and skills. Questions and approvals travel too: over MCP as elicitations, over A2A as states.',
  async run({ demo }) {
    const { connect } = await import('../../../client/connect.ts')
    const ways = [
      ['HTTP', demo.campaigns, defaultContract],
      ['MCP', `mcp+${demo.campaigns}/mcp`, 'mcp'],
      ['A2A', `a2a+${demo.campaigns}`, 'a2a'],
    ] as const
    const lines = []
    for (const [carrier, address, expected] of ways) {
      const client = connect(address)
      try {
        const call = await client.call('advise', { campaignId: '7' }, { wait: true, timeoutMs: 20_000 })
        const { outcome, contract } = call
        const payload = JSON.stringify(outcome.payload ?? {})
        expectEqual(`the outcome over ${carrier}`, outcome.kind, 'completed')
        expectEqual(`the contract over ${carrier}`, contract?.id, expected)
        check(payload.includes(advice), `the answer over ${carrier} is without the advice`)
        lines.push(`${carrier.padEnd(5)} ${address}`)
        lines.push(`      ${outcome.kind}, read as ${contract?.id}: ${gist(JSON.parse(payload), advice)}`)
      } finally {
        await client.close()
      }
    }
    const commands = ways.slice(1).map(([, address]) => `replywire call ${address} advise campaignId=7 --wait`)
    return { lines, commands }
  },
}
