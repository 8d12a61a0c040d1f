/** The whole document: OpenAPI 3.1 for every route in every contract that the server answers in. */
import type { JsonObject } from '../../lib/json-value.ts'
import type { ServerContext } from '../server-context.ts'
import { builtInPaths } from './built-in-paths.ts'
import { Components } from './components.ts'
import { envelopes, type OpenApiServings, openEditions, servedBy, servingsOf } from './editions.ts'
import { openEntries, operationPaths } from './operations.ts'
import { Responses } from './responses.ts'
import { requirements, securitySchemes } from './security.ts'

export function documentOf(server: ServerContext, servings: OpenApiServings): JsonObject {
  const components = new Components()
  const editions = openEditions(server, servings, components)
  const responses = new Responses(editions, servings, components)
  const entries = openEntries(server, components)
  const { paths, tags } = operationPaths({ server, servings, entries, components, responses })
  const taken = new Set(entries.map(({ key }) => key))
  const id = (wanted: string): string => (taken.has(wanted) ? id(`${wanted}_`) : wanted)
  const builtIn = builtInPaths({
    server,
    servings,
    entries: entries.filter(({ isBuiltIn }) => !isBuiltIn),
    editions,
    components,
    responses,
    tags,
    id,
  })
  return {
    openapi: '3.1.0',
    info: infoOf(server, servings),
    servers: [{ url: '/' }],
    security: requirements(server),
    tags: [...tags].map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...builtIn },
    components: {
      ...components.document,
      ...securitySchemes(server),
    },
  }
}

function infoOf(server: ServerContext, servings: OpenApiServings): JsonObject {
  const { agent, offers } = server
  const rows = servedBy(server)
    .filter(({ contract, edition }) => edition.version === contract.current)
    .map(({ contract: { id, title } }) => {
      const mediaType = servings.get(id)?.mediaType
      const types = [`application/vnd.replywire.${id}+json`, ...(mediaType === undefined ? [] : [mediaType])]
      return `| ${title} | \`${id}\` | ${types.map(type => `\`${type}\``).join(', ')} |`
    })
  const paragraphs = [
    agent.description ?? '',
    ...servingsOf(server, servings).map(({ declaration = '' }) => declaration),
    `Every operation answers in the contract that the caller asks for: with \`?envelope=\`, else with \`Accept\`, else in \`${offers.mount.contract.id}\`. ` +
      'With `Accept: text/event-stream` it answers as a stream, also where it is a task: from acceptance to outcome.',
    ['| contract | `?envelope=` | `Accept` |', '|---|---|---|', ...rows].join('\n'),
    `All values of \`?envelope=\`: ${envelopes(server)
      .map(value => `\`${value}\``)
      .join(', ')}.`,
  ]
  return {
    title: agent.title,
    version: agent.version,
    description: paragraphs.filter(text => text !== '').join('\n\n'),
    contact: { name: agent.title },
    // An agent does not say; a reader must not take the silence for a permission.
    license: { name: 'Not stated', identifier: 'LicenseRef-not-stated' },
  }
}
