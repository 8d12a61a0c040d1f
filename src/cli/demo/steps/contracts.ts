/** The same answer in every contract that has a form over HTTP. */
import { contracts as all } from '../../../contracts/registry.ts'
import { gist } from '../short-text.ts'
import { check, curl, type DemoStep, expectEqual, send } from '../step.ts'

const path = '/campaigns/7/advice'
const advice = 'Use a shorter headline.'

export const contracts: DemoStep = {
  title: 'One agent, five contracts',
  about:
    'The handler returns data. Callers choose the contract: by a query, Accept or a header. Without ids and times:',
  async run({ demo, style }) {
    const ids = all.filter(({ editions, current }) => editions[current]?.http !== undefined).map(({ id }) => id)
    expectEqual('the number of contracts over HTTP', ids.length, 5)
    const width = Math.max(...ids.map(id => id.length))
    const lines = []
    const forms = new Set<string>()
    for (const id of ids) {
      const { status, text, body } = await send('GET', `${demo.campaigns}${path}?envelope=${id}`)
      expectEqual(`the status in ${id}`, status, 200)
      check(text.includes(advice), `the answer in ${id} is without the advice`)
      lines.push(`${style.strong(id.padEnd(width))}  ${gist(body, advice)}`)
      forms.add(Object.keys(body).join())
    }
    expectEqual('the number of different answers', forms.size, 5)
    return { lines, commands: ids.slice(0, 2).map(id => curl('GET', `${demo.campaigns}${path}?envelope=${id}`)) }
  },
}
