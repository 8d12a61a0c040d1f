/** The approval, by a person or by the demo; then the worker continues, and the result stays. */
import { gist } from '../short-text.ts'
import { check, curl, type DemoStep, expectEqual, send, until } from '../step.ts'

export const approval: DemoStep = {
  title: 'An approval, and a result that outlives its process',
  about:
    'An approval is bound to exactly these arguments. The task continues in another process: all it needs is in the store.',
  async run({ demo, task = '', approval: id = '' }) {
    const at = `${demo.campaigns}/approvals/${id}`
    const headers = { authorization: `Bearer ${demo.operatorToken}` }
    const refused = await send('POST', `${at}:decide`, { body: { decision: 'approve' } })
    expectEqual('the status of a decision without a token', refused.status, 401)
    const decided = await send('POST', `${at}:decide`, { body: { decision: 'approve', note: 'Go ahead.' }, headers })
    // 409: a person decided in the console, one way or the other.
    const byPerson = decided.status === 409
    if (!byPerson) expectEqual('the status of the decision', decided.status, 200)
    const state = await until('the end of the task', async () => {
      const { body } = await send('GET', `${demo.campaigns}/operations/${task}`)
      return body.endedAt === null ? undefined : String(body.state)
    })
    const result = await send('GET', `${demo.campaigns}/operations/${task}/result`)
    if (!byPerson) {
      expectEqual('the state of the task', state, 'completed')
      expectEqual('the status of the result', result.status, 201)
      check(result.text.includes('"channels":{"search":15000,"video":10000}'), 'the result is not the plan')
    }
    const again = await send('POST', `${at}:decide`, { body: { decision: 'reject' }, headers })
    expectEqual('the status of a second decision', again.status, 409)
    return {
      lines: [
        `${refused.status}  without the operator token nobody decides`,
        byPerson ? '     you decided in the console' : `${decided.status}  approved, with a note for the requester`,
        `${again.status}  a second decision is refused`,
        `     task ${state} in the worker, process ${demo.workerPid}`,
        `${result.status}  ${gist(result.body, '15000')}`,
      ],
      commands: [
        `replywire inbox --all --url ${demo.campaigns} --token @${demo.tokenFile}`,
        `replywire tasks show ${task} --url ${demo.campaigns} --token @${demo.tokenFile}`,
        curl('GET', `${demo.campaigns}/operations/${task}/result`),
      ],
    }
  },
}
