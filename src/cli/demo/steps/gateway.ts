/** A gateway in front of a service that breaks its contract. */
import { check, curl, type Step, send, short } from '../step.ts'

export const gateway: Step = {
  title: 'A broken agent, caught by the gateway',
  about: 'The reports service was there before. Its conflicts have no trace, which its contract requires.',
  async run({ demo }) {
    const good = await send('GET', `${demo.gateway}/reports/7`)
    check(good.status === 200 && good.body.pages === 12, `the good report has status ${good.status}`)
    const direct = await send('GET', `${demo.reports}/reports/busy`)
    check(direct.status === 409 && direct.body.trace === undefined, 'the service is not broken')
    const caught = await send('GET', `${demo.gateway}/reports/busy`)
    check(caught.status === 500 && caught.body.trace !== undefined, `the broken answer has status ${caught.status}`)
    const passed = await send('GET', `${demo.gateway}/unchecked/busy`)
    check(passed.status === 409, `the route that only reports has status ${passed.status}`)
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
        curl('GET', `${demo.gateway}/reports/busy`),
        curl('GET', `${demo.gateway}/unchecked/busy`),
        `replywire gateway check ${demo.folder}/gateway.yaml`,
      ],
    }
  },
}
