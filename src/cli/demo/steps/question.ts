/** A question and its answer; then the run waits for a decision, as a task. */
import { check, curl, type Step, send, short, until } from '../step.ts'

export const question: Step = {
  title: 'The agent asks, you answer, somebody has to approve',
  about:
    'A missing input is a question. A large budget needs an approval. Both are outcomes that every contract can say.',
  async run(state) {
    const { demo } = state
    const url = `${demo.campaigns}/campaigns/7/plans`
    const asked = await send('POST', url, { body: { budget: 25_000 } })
    check(asked.status === 400 && asked.text.includes('Which metric'), `the question has status ${asked.status}`)
    const call = { body: { budget: 25_000, metric: 'leads' }, headers: { prefer: 'respond-async' } }
    const accepted = await send('POST', url, call)
    const task = String(accepted.body.operationId ?? '')
    check(accepted.status === 202 && task !== '', `the answered call has status ${accepted.status}, not 202`)
    const approval = await until('the request for approval', async () => {
      const { body } = await send('GET', `${demo.campaigns}/operations/${task}`)
      const { approval: link } = body.links as { approval?: string }
      return link?.split('/').at(-1)
    })
    Object.assign(state, { task, approval })
    const link = demo.consoleLink(`/inbox/${approval}`)
    return {
      lines: [
        `you     plan campaign 7 with 25000`,
        `agent   ${asked.status}  ${short(String(asked.body.message ?? ''))} clicks or leads?`,
        `you     leads`,
        `agent   ${accepted.status}  accepted as ${task}`,
        `task    paused: Spend 25000 on campaign 7 needs an approval`,
        ...(link === undefined ? [] : ['Decide in the console, or let the next step do it:', link]),
      ],
      commands: [curl('POST', url, { body: { budget: 25_000 } }), curl('POST', url, call)],
    }
  },
}
