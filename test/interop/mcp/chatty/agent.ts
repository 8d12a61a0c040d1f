/** An agent whose module and handler print to standard output, as code does that was not written for stdio. */
import { defineAgent, operation } from '../../../../src/index.ts'

console.log('loaded')

export default defineAgent({
  name: 'chatty',
  version: '1.0.0',
  operations: {
    greet: operation({
      title: 'Greet',
      input: {},
      handler() {
        console.log('called')
        process.stdout.write('again\n')
        return { text: 'Hello' }
      },
    }),
  },
})
