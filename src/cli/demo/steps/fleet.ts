/** Several services behind one address. */
import { check, curl, type Step, send, short } from '../step.ts'

export const fleet: Step = {
  title: 'A fleet behind one gateway',
  about: 'Three services, two of them agents: one address, one trace, one page of metrics.',
  async run({ demo }) {
    const headers = { 'x-correlation-id': 'demo-fleet-1' }
    const calls = [
      ['GET', '/campaigns/7/advice', undefined],
      ['POST', '/stories', {}],
      ['GET', '/reports/7', undefined],
    ] as const
    const lines = []
    for (const [method, path, body] of calls) {
      const {
        status,
        text,
        headers: back,
      } = await send(method, `${demo.gateway}${path}`, { headers, ...(body && { body }) })
      check(status >= 200 && status < 300, `${path} has status ${status}`)
      check(back.get('x-correlation-id') === 'demo-fleet-1', `${path} lost its trace`)
      lines.push(`${`${method} ${path}`.padEnd(26)}${status}  ${short(text, 70)}`)
    }
    const { text } = await send('GET', `${demo.gatewayAdmin}/metrics`)
    const answered = /^replywire_gateway_upstream_tries_total\{pool="(\w+)",target="[^"]*",result="answered"\}/gm
    const pools = [...text.matchAll(answered)].map(([, pool = '']) => pool).toSorted()
    check(pools.join() === 'campaigns,reports,stories', `the metrics have answers of ${pools.join(', ')}`)
    return {
      lines: [...lines, `every answer has X-Correlation-Id: demo-fleet-1; metrics of ${pools.join(', ')}`],
      commands: [
        curl('GET', `${demo.gateway}/campaigns/7/advice`, { headers }),
        curl('GET', `${demo.gatewayAdmin}/metrics`),
      ],
    }
  },
}
