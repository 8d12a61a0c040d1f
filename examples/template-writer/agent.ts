/** Three specialists behind request files: one analyses, one proposes agents, one writes what they should know. */
import { z } from 'zod'
import { completed, defineAgent, operation, refuse } from '../../src/index.ts'
import { type Analysis, analyse } from './analysis.ts'
import { guide, type Proposal, propose } from './proposals.ts'

const files = z.array(z.object({ path: z.string(), text: z.string() }))
const analysis = z.custom<Analysis>(value => typeof value === 'object' && value !== null && 'layers' in value)
const proposals = z.array(z.custom<Proposal>(value => typeof value === 'object' && value !== null && 'layer' in value))

export default defineAgent({
  name: 'template-specialists',
  version: '1.0.0',
  operations: {
    architecturalReviewer: operation({
      title: 'Analyse a source tree',
      effects: 'none',
      input: z.object({ prompt: z.string(), context: z.object({ files }) }),
      handler({ context }) {
        const found = analyse(context.files)
        if (found.modules === 0) throw refuse('invalid', 'There is no module to analyse.')
        return found
      },
    }),

    agentProposer: operation({
      title: 'Propose agents for an architecture',
      effects: 'none',
      input: z.object({ prompt: z.string(), context: z.object({ analysis }) }),
      handler: ({ context }) => propose(context.analysis),
    }),

    agentContentEnhancer: operation({
      title: 'Write what each agent should know',
      effects: 'none',
      input: z.object({ prompt: z.string(), context: z.object({ analysis, proposals, files }) }),
      async handler({ context }, ctx) {
        const guides = []
        for (const [index, proposal] of context.proposals.entries()) {
          await ctx.progress(index / context.proposals.length, proposal.name)
          guides.push(guide(proposal, context.analysis, context.files))
        }
        return completed({ guides })
      },
    }),
  },
})
