/** An agent whose answers have something to say beside their data. */
import { completed, defineAgent, operation, partial } from '../../../src/index.ts'

const input = { type: 'object', properties: { topic: { type: 'string' } } }
const output = { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } }

export const agent = defineAgent({
  name: 'reports',
  version: '1.0.0',
  operations: {
    report: operation({
      title: 'Report',
      effects: 'none',
      input,
      output,
      handler: (_, ctx) => {
        ctx.cite({ id: 'S-1', title: 'Annual report', url: 'https://example.com/report' })
        return partial({ total: 3 }, ['half is missing'])
      },
    }),
    estimate: operation({
      title: 'Estimate',
      effects: 'none',
      input,
      output,
      handler: (_, ctx) => {
        ctx.warn('Prices are net.')
        return completed({ total: 4 })
      },
    }),
  },
})
