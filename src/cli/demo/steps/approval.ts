/** The approval, by a person or by the demo; then the worker goes on, and the result stays. */
import { check, curl, type Step, send, until } from '../step.ts'

export const approval: Step = {
  title: 'An approval, and a result that outlives its process',
  about:
    'An approval is bound to exactly these arguments. The task continues in another process: all it needs is in the store.',
  async run({ demo, task = '', approval: id = '' }) {
    const at = `${demo.campaigns}/approvals/${id}`
    const headers = { authorization: `Bearer ${demo.operatorToken}` }
    const refused = await send('POST', `${at}:decide`, { body: { decision: 'approve' } })
    check(refused.status === 401, `a decision without a token has status ${refused.status}`)
    const decided = await send('POST', `${at}:decide`, { body: { decision: 'approve', note: 'Go ahead.' }, headers })
    // 409: somebody decided in the console.
    check(decided.status === 200 || decided.status === 409, `the decision has status ${decided.status}`)
    const state = await until('the end of the task', async () => {
      const { body } = await send('GET', `${demo.campaigns}/operations/${task}`)
      return body.endedAt === null ? undefined : String(body.state)
    })
    const result = await send('GET', `${demo.campaigns}/operations/${task}/result`)
    check(state !== 'completed' || result.status === 201, `the result has status ${result.status}`)
    const again = await send('POST', `${at}:decide`, { body: { decision: 'reject' }, headers })
    check(again.status === 409, `a second decision has status ${again.status}`)
    return {
      lines: [
        `${refused.status}  without the operator token nobody decides`,
        decided.status === 200
          ? `${decided.status}  approved, with a note for the requester`
          : 'decided in the console',
        `${again.status}  a second decision is refused`,
        `task ${state} in the worker, process ${demo.workerPid}`,
        `${result.status}  ${JSON.stringify(result.body)}`,
      ],
      commands: [
        `replywire inbox --all --url ${demo.campaigns} --token @${demo.tokenFile}`,
        `replywire tasks show ${task} --url ${demo.campaigns} --token @${demo.tokenFile}`,
        curl('GET', `${demo.campaigns}/operations/${task}/result`),
      ],
    }
  },
}
