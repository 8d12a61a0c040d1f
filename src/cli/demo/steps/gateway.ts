/** A gateway in front of a service that breaks its contract. */
import { gatewayKey as headers } from '../open-gateway.ts'
import { short } from '../short-text.ts'
import { check, curl, type DemoStep, expectEqual, send } from '../step.ts'

export const gateway: DemoStep = {
  title: 'A broken agent, caught by the gateway',
  about: 'The reports service was there before. Its conflicts have no trace, which its contract requires.',
  async run({ demo }) {
    const good = await send('GET', `${demo.gateway}/reports/7`, { headers })
    expectEqual('the good report', good.text, '{"report":"7","pages":12}')
    const direct = await send('GET', `${demo.reports}/reports/busy`)
    expectEqual('the status of the service', direct.status, 409)
    expectEqual('the trace of the service', direct.body.trace, undefined)
    const caught = await send('GET', `${demo.gateway}/reports/busy`, { headers })
    expectEqual('the status of the gateway', caught.status, 500)
    expectEqual('the code of the gateway', caught.body.code, 'TRACE_MISSING')
    const passed = await send('GET', `${demo.gateway}/unchecked/busy`, { headers })
    expectEqual('the answer of the route that only reports', passed.text, direct.text)
    const metrics = await send('GET', `${demo.gatewayAdmin}/metrics`)
    const counted = /^replywire_gateway_findings_total\{.*report-only.*$/m.exec(metrics.text)?.[0]
    check(counted !== undefined, 'the broken answer was not counted')
    return {
      lines: [
        `service             ${direct.status}  ${short(direct.text)}`,
        `gateway, enforce    ${caught.status}  ${short(caught.text)}`,
        `gateway, report     ${passed.status}  passed on, and counted:`,
        short(counted, 110),
        `gateway, good one   ${good.status}  ${short(good.text)}`,
      ],
      commands: [
        curl('GET', `${demo.gateway}/reports/busy`, { headers }),
        curl('GET', `${demo.gateway}/unchecked/busy`, { headers }),
        `replywire gateway check ${demo.folder}/gateway.yaml`,
      ],
    }
  },
}
