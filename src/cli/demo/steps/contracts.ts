/** The same answer in every contract that has a form over HTTP. */
import { contracts as all } from '../../../contracts/registry.ts'
import { check, curl, type Step, send, short } from '../step.ts'

const path = '/campaigns/7/advice'

export const contracts: Step = {
  title: 'One agent, five contracts',
  about: 'The handler returns data. Callers choose the contract: by a query, Accept or a header.',
  async run({ demo, style }) {
    const ids = all.filter(({ editions, current }) => editions[current]?.http !== undefined).map(({ id }) => id)
    check(ids.length === 5, `${ids.length} contracts have a form over HTTP, not 5`)
    const width = Math.max(...ids.map(id => id.length))
    const lines = []
    for (const id of ids) {
      const { status, text } = await send('GET', `${demo.campaigns}${path}?envelope=${id}`)
      check(status === 200 && text.includes('Use a shorter headline.'), `the answer in ${id} has status ${status}`)
      lines.push(`${style.strong(id.padEnd(width))}  ${status}  ${short(text, 100)}`)
    }
    return { lines, commands: [curl('GET', `${demo.campaigns}${path}?envelope=${ids[0]}`)] }
  },
}
