/** An agent that speaks JSend to callers who ask for nothing else. */
import { contracts, defineAgent, operation, refuse } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { jsend } from './index.ts'

const agent = defineAgent({
  name: 'posts',
  version: '1.0.0',
  operations: {
    read: operation({
      title: 'Read a post',
      route: 'GET /posts/{id}',
      input: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      handler: ({ id }) =>
        id === 1 ? { post: { id: 1, title: 'A post' } } : refuse('not-found', 'There is no such post.'),
    }),
  },
})

export const { url, close } = await serve(agent, { contracts: [...contracts, jsend], contract: 'jsend' }).listen({
  port: 0,
})
console.log(`curl -s ${url}/posts/1`)
