/** The agent card (A2A 1.0 §8): what an agent can do and how it is reached, from its operations. */
import { type SecurityScheme, schemesOf } from '../../auth/principal.ts'
import type { ContractEdition } from '../../codec/contract.ts'
import { defined } from '../../lib/defined.ts'
import type { JsonObject } from '../../lib/json-value.ts'
import type { ServerContext } from '../server-context.ts'
import type { A2aExtension } from './extensions.ts'
import { textInputOf } from './message.ts'
import { type Skill, skillsOf } from './skills.ts'

/** Options of `/a2a` and of its agent card. */
export interface A2aOptions {
  /** Where callers reach `/a2a`, when that is not what their requests say: behind a proxy, for one. */
  url?: string
  /** The state of a task that waits for an approval: Default: `input-required`. */
  approvals?: 'input-required' | 'auth-required'
  /** False: nobody can register for updates of tasks. */
  pushNotifications?: boolean
  /** Who offers the agent. */
  provider?: { organization: string; url: string }
  documentationUrl?: string
  iconUrl?: string
  /** How long the card may be cached. Default: an hour. */
  cardMaxAgeSeconds?: number
  /** Extensions in addition to Replywire's own, declared in the card. Callers who do not activate a required one are refused. */
  extensions?: readonly A2aExtension[]
  /**
   * The private JWK that signs the card (A2A 1.0), or what returns it: `() => ring.key('request-signing').jwk`. Default: the
   * card is not signed.
   */
  cardKey?: Readonly<Record<string, unknown>> | (() => Readonly<Record<string, unknown>>)
  /** The card that known callers get: made from the public one. Without it there is none. */
  extendedCard?: (card: JsonObject) => JsonObject | Promise<JsonObject>
}

/** What the parameters of the skills are: A2A itself has no place for it. */
export const schemasExtension = 'urn:replywire:a2a:skill-schemas:1'

export function settingsOf({ options }: ServerContext): A2aOptions {
  return options.a2a || {}
}

/** The card, in the JSON of A2A 1.0. */
export function cardOf(
  server: ServerContext,
  contractEdition: ContractEdition,
  url: string,
  envelope: string | undefined,
): JsonObject {
  const { agent } = server
  const {
    provider,
    documentationUrl,
    iconUrl,
    pushNotifications = true,
    extendedCard,
    extensions = [],
  } = settingsOf(server)
  const skills = skillsOf(server, contractEdition)
  const rpc = envelope === undefined ? url : `${url}?${new URLSearchParams({ envelope })}`
  const face = (protocolBinding: string, protocolVersion: string) => ({ url: rpc, protocolBinding, protocolVersion })
  return {
    name: agent.title,
    description: agent.description ?? agent.title,
    supportedInterfaces: [
      face('JSONRPC', '1.0'),
      // A path cannot follow a query: callers who ask for another envelope than the mount's use JSON-RPC.
      ...(envelope === undefined ? [face('HTTP+JSON', '1.0')] : []),
      face('JSONRPC', '0.3'),
      // Its callers add `/v1` and the path themselves.
      ...(envelope === undefined ? [face('HTTP+JSON', '0.3')] : []),
    ],
    ...(provider === undefined ? undefined : { provider }),
    version: agent.version,
    ...(documentationUrl === undefined ? undefined : { documentationUrl }),
    ...(iconUrl === undefined ? undefined : { iconUrl }),
    capabilities: {
      streaming: true,
      pushNotifications,
      extendedAgentCard: extendedCard !== undefined,
      extensions: [
        {
          uri: schemasExtension,
          description: 'The JSON Schemas of each skill: its parameters, and what it answers.',
          params: { skills: Object.fromEntries(skills.map(schemas)) },
        },
        ...extensions.map(extension => defined<JsonObject>({ ...extension })),
      ],
    },
    ...securityOf(server),
    defaultInputModes: ['application/json', 'text/plain'],
    defaultOutputModes: ['application/json', 'text/plain'],
    skills: skills.map(skill => skillCard(server, skill)),
  }
}

function schemas({ name, operation }: Skill): [string, JsonObject] {
  const output = operation.output === undefined ? undefined : { output: operation.output.json }
  return [name, { input: operation.input.json, ...output, effects: operation.effects }]
}

function skillCard(server: ServerContext, { name, operation }: Skill): JsonObject {
  const takesText = Object.keys(server.agent.operations).length === 1 && textInputOf(operation.input.json) !== undefined
  return {
    id: name,
    name: operation.title,
    description: operation.description ?? operation.title,
    tags: [operation.effects === 'none' ? 'reads' : operation.effects],
    examples: [JSON.stringify({ skill: name, parameters: {} })],
    inputModes: ['application/json', ...(takesText ? ['text/plain'] : [])],
    outputModes: ['application/json'],
  }
}

function securityOf({ options: { authenticate } }: ServerContext): JsonObject {
  if (authenticate === undefined || authenticate === false) return {}
  const schemes = Object.entries(schemesOf(authenticate))
  // Any one of them is enough; where no identity is required, none.
  const requirements = schemes.map(([name]): JsonObject => ({ schemes: { [name]: {} } }))
  return {
    securitySchemes: Object.fromEntries(schemes.map(([name, scheme]) => [name, schemeCard(scheme)])),
    securityRequirements: authenticate.optional === true ? [...requirements, { schemes: {} }] : requirements,
  }
}

function schemeCard(scheme: SecurityScheme): JsonObject {
  const described = scheme.description === undefined ? {} : { description: scheme.description }
  if (scheme.type === 'apiKey') {
    return { apiKeySecurityScheme: { ...described, location: scheme.in, name: scheme.name } }
  }
  const format = scheme.bearerFormat === undefined ? {} : { bearerFormat: scheme.bearerFormat }
  return { httpAuthSecurityScheme: { ...described, scheme: scheme.scheme, ...format } }
}
