/** An MCP host and an A2A peer call the same operation, as their own clients do. */
import { check, type Step, short } from '../step.ts'

export const carriers: Step = {
  title: 'An MCP host and an A2A peer call the same agent',
  about:
    'Operations are tools and skills. Questions and approvals travel too: over MCP as elicitations, over A2A as states.',
  async run({ demo }) {
    const { connect } = await import('../../../client/connect.ts')
    const addresses = [demo.campaigns, `mcp+${demo.campaigns}/mcp`, `a2a+${demo.campaigns}`]
    const lines = []
    for (const address of addresses) {
      const client = connect(address)
      try {
        const { outcome, contract } = await client.call(
          'advise',
          { campaignId: '7' },
          { wait: true, timeoutMs: 20_000 },
        )
        const text = JSON.stringify(outcome.payload ?? {})
        check(outcome.kind === 'completed' && text.includes('shorter headline'), `${address} answered ${outcome.kind}`)
        lines.push(`${address}`, `    ${outcome.kind}, read as ${contract?.id}: ${short(text)}`)
      } finally {
        await client.close()
      }
    }
    const commands = addresses.slice(1).map(address => `replywire call ${address} advise campaignId=7 --wait`)
    return { lines, commands }
  },
}
