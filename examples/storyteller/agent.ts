/** An agent whose answers are written by a model: readers see each token as it comes, and may come back later. */
import { z } from 'zod'
import { ask, defineAgent, operation } from '../../src/index.ts'
import { streamText } from './model.ts'

export default defineAgent({
  name: 'storyteller',
  title: 'Storyteller',
  version: '1.0.0',
  operations: {
    tell: operation({
      title: 'Tell a story',
      route: 'POST /stories',
      async: true,
      effects: 'none',
      input: z.object({ hero: z.string().min(1).max(80).optional(), sentences: z.int().min(0).max(2000).default(3) }),
      output: z.object({ story: z.string(), words: z.int() }),
      async handler({ hero, sentences }, ctx) {
        if (hero === undefined) return ask([{ name: 'hero', question: 'Who is the story about?' }])
        await ctx.progress(0.1, 'thinking of a beginning')
        // In a step, a task that another process takes over does not ask the model again.
        const story = await ctx.step('story', () => ctx.pipe(streamText({ hero, sentences }).textStream))
        await ctx.progress(0.9, 'counting the words')
        return { story, words: story.split(' ').length }
      },
    }),
  },
})
