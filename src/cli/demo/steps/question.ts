/** A question and its answer; then the run waits for a decision, as a task. */
import { isObject } from '../../../lib/json-value.ts'
import { short } from '../short-text.ts'
import { check, curl, type DemoStep, expectEqual, send, until } from '../step.ts'

export const question: DemoStep = {
  title: 'The agent asks, you answer, somebody has to approve',
  about:
    'A missing input is a question. A large budget needs an approval. Both are outcomes that every contract can say.',
  async run(state) {
    const { demo } = state
    const url = `${demo.campaigns}/campaigns/7/plans`
    const asked = await send('POST', url, { body: { budget: 25_000 } })
    expectEqual('the status of the question', asked.status, 400)
    const [need] = Array.isArray(asked.body.requiredInputs) ? asked.body.requiredInputs : []
    const missing = isObject(need) ? need : {}
    expectEqual('the question', missing.question, 'Which metric should the plan improve?')
    expectEqual('what may be answered', String(missing.allowedValues), 'clicks,leads')
    const call = { body: { budget: 25_000, metric: 'leads' }, headers: { prefer: 'respond-async' } }
    const accepted = await send('POST', url, call)
    expectEqual('the status of the answered call', accepted.status, 202)
    const task = String(accepted.body.operationId)
    check(task.startsWith('tsk_'), `the id of the task is ${task}`)
    const waiting = await until('the request for approval', async () => {
      const { body } = await send('GET', `${demo.campaigns}/operations/${task}`)
      return body.state === 'paused' ? body : undefined
    })
    const link = isObject(waiting.links) ? String(waiting.links.approval) : ''
    const headers = { authorization: `Bearer ${demo.operatorToken}` }
    const request = await send('GET', `${demo.campaigns}${link}`, { headers })
    expectEqual('what needs an approval', request.body.action, 'Spend 25000 on campaign 7')
    const approval = link.split('/').at(-1) ?? ''
    Object.assign(state, { task, approval })
    const inConsole = demo.consoleLink(`/inbox/${approval}`)
    return {
      lines: [
        `you     plan campaign 7 with 25000`,
        `agent   ${asked.status}  ${short(String(missing.question))} ${String(missing.allowedValues).replace(',', ' or ')}`,
        `you     leads`,
        `agent   ${accepted.status}  accepted as ${task}`,
        `task    ${waiting.state}: ${request.body.action} needs an approval`,
        ...(inConsole === undefined ? [] : ['Decide in the console, or let the next step do it:', inConsole]),
      ],
      commands: [curl('POST', url, { body: { budget: 25_000 } }), curl('POST', url, call)],
    }
  },
}
