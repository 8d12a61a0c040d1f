/** Five services that exist already: four speak a contract of their own, one of them over MCP, and one is an A2A agent. None knows of the others. */
import { serve } from '../../src/server/index.ts'
import literature from '../literature/agent.ts'
import { mediaSeller } from '../media-seller/agent.ts'
import { programs } from '../programs/agent.ts'
import storyteller from '../storyteller/agent.ts'
import reviewers from '../template-writer/agent.ts'

export interface Services {
  /** By the names that the configuration of the gateway has for them. */
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

export async function startServices(): Promise<Services> {
  const running = await Promise.all([
    serve(storyteller, { contract: 'yaagents' }).listen({ port: 0 }),
    serve(literature, { contract: 'agent-run' }).listen({ port: 0 }),
    serve(programs().agent, {
      contract: 'jpcite',
      contractOptions: { jpcite: { phase: 'default-v2' } },
    }).listen({ port: 0 }),
    serve(mediaSeller({ patienceMs: 500 }), { contract: 'adcp' }).listen({ port: 0 }),
    serve(reviewers).listen({ port: 0 }),
  ])
  const [stories, papers, subsidies, media, reviews] = running
  return {
    environment: {
      STORIES_URL: stories.url,
      LITERATURE_URL: papers.url,
      PROGRAMS_URL: subsidies.url,
      // Called over MCP, as its other buyers do.
      MEDIA_URL: `mcp+${media.url}/mcp`,
      REVIEWS_URL: `a2a+${reviews.url}`,
    },
    async close() {
      await Promise.all(running.map(service => service.close()))
    },
  }
}
