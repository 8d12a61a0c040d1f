/** The whole document: OpenAPI 3.1 for every route in every contract that a site answers in. */
import { yaagents } from '../../contracts/yaagents/index.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { Site } from '../site.ts'
import { builtInPaths, runTag, serviceTag } from './built-in.ts'
import { Components } from './components.ts'
import { openEntries, operationPaths } from './operations.ts'
import { Responses } from './responses.ts'
import { requirements, securitySchemes } from './security.ts'
import { envelopes, openVoices, servedBy } from './voices.ts'

export function documentOf(site: Site): JsonObject {
  const components = new Components()
  const voices = openVoices(site, components)
  const responses = new Responses(voices, components)
  const entries = openEntries(site, components)
  const { paths, tags } = operationPaths(site, entries, components, responses)
  const taken = new Set(entries.map(({ key }) => key))
  const id = (wanted: string): string => (taken.has(wanted) ? id(`${wanted}_`) : wanted)
  const builtIn = builtInPaths({
    site,
    entries: entries.filter(({ isOwn }) => !isOwn),
    voices,
    components,
    responses,
    id,
  })
  const hasRuns = Object.keys(builtIn).some(path => path.endsWith('/agents/run/sync'))
  if (hasRuns) tags.set(runTag, tags.get(runTag) ?? 'Any operation as a task, in the agent-run contract.')
  tags.set(serviceTag, tags.get(serviceTag) ?? 'The service itself.')
  return {
    openapi: '3.1.0',
    info: infoOf(site),
    servers: [{ url: '/' }],
    security: requirements(site),
    tags: [...tags].map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...builtIn },
    components: {
      ...components.document,
      ...securitySchemes(site),
    },
  }
}

function infoOf(site: Site): JsonObject {
  const { agent, offers } = site
  const rows = servedBy(site)
    .filter(({ contract, edition }) => edition.version === contract.current)
    .map(
      ({ contract }) =>
        `| ${contract.title} | \`${contract.id}\` | \`application/vnd.replywire.${contract.id}+json\` |`,
    )
  const paragraphs = [
    agent.description ?? '',
    offers.contracts.some(({ id }) => id === 'yaagents') ? `Supports YAAgents Profile v${yaagents.current}.` : '',
    `Every operation answers in the contract that the caller asks for: with \`?envelope=\`, else with \`Accept\`, else in \`${offers.mount.contract.id}\`. ` +
      'With `Accept: text/event-stream` it answers as a stream.',
    ['| contract | `?envelope=` | `Accept` |', '|---|---|---|', ...rows].join('\n'),
    `All values of \`?envelope=\`: ${envelopes(site)
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
