/** An agent whose answer comes word by word, as from a model. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineAgent, operation } from '../../../agent/define.ts'

const words = 'Ada opened the door , read the letter twice , and laughed .'.split(' ')

async function* streamWords(): AsyncGenerator<string> {
  for (const [index, word] of words.entries()) {
    await sleep(20)
    yield index === 0 || /^\W/.test(word) ? word : ` ${word}`
  }
}

export default defineAgent({
  name: 'stories',
  title: 'Stories',
  version: '1.0.0',
  operations: {
    tell: operation({
      title: 'Tell a story',
      route: 'POST /stories',
      async: true,
      effects: 'none',
      input: { type: 'object', properties: {} },
      handler: async (_, context) => ({ story: await context.pipe(streamWords()) }),
    }),
  },
})
