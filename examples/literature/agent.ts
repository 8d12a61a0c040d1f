/** A literature agent in the agent-run contract: task types LIT_RETRIEVAL and POLICY_REVIEW. */
import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import { completed, defineAgent, operation } from '../../src/index.ts'
import { review } from './policy.ts'
import { Corpus } from './search.ts'

const corpus = Corpus.load()

export default defineAgent({
  name: 'literature',
  version: '1.0.0',
  title: 'Literature',
  description: 'Ranks a sample corpus of invented papers, and reviews texts against policies.',
  operations: {
    LIT_RETRIEVAL: operation({
      title: 'Find papers',
      effects: 'none',
      input: z.object({
        query: z.string().min(2).max(500),
        limit: z.number().int().min(1).max(20).default(5),
        fromYear: z.number().int().optional(),
        design: z.enum(['randomised trial', 'cohort study', 'systematic review', 'interview study']).optional(),
      }),
      async handler({ query, limit, fromYear, design }, context) {
        await context.progress(0.2, 'ranking')
        const hits = corpus.search(query, {
          limit,
          ...(fromYear === undefined ? undefined : { fromYear }),
          ...(design === undefined ? undefined : { design }),
        })
        await breathe()
        await context.progress(0.7, 'grounding')
        const papers = hits.map(({ paper: { abstract: _, ...paper }, score }, index) => ({
          rank: index + 1,
          score,
          ...paper,
        }))
        return completed(
          { papers },
          {
            sources: hits.map(({ paper }) => ({
              id: paper.id,
              title: paper.title,
              journal: paper.journal,
              year: paper.year,
            })),
            citations: hits.map(({ paper }) => ({ id: paper.id })),
            spanRefs: hits.flatMap(({ paper, spans }) =>
              spans.map(({ start, end, text }) => ({ source_id: paper.id, field: 'abstract', start, end, text })),
            ),
            usage: { papers_ranked: corpus.size },
          },
        )
      },
    }),

    POLICY_REVIEW: operation({
      title: 'Review a text',
      effects: 'none',
      input: z.object({ text: z.string().min(1).max(100_000) }),
      async handler({ text }, context) {
        await context.progress(0.5, 'reviewing')
        const findings = review(text, context.mode === 'LIVE')
        const overallPass = findings.every(({ verdict }) => verdict === 'met')
        return { overallPass, findings }
      },
    }),
  },
})
