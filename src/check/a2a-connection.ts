/** Probes over A2A: skills are called as they are, tasks come with their own bytes. */
import { type A2aConnection, connectA2a } from '../carriers/a2a/client.ts'
import type { OnlyOrigin } from '../carriers/http/send.ts'
import { UnreachableError } from '../carriers/unreachable-error.ts'
import { inputParts, writeParams } from '../client/a2a/message.ts'
import type { PublishedOperation } from '../codec/probing.ts'
import { isObject, type JsonObject } from '../lib/json-value.ts'
import { redactBody, redactJson } from './evidence.ts'
import type { ProbeConnection } from './exchange.ts'
import { HarnessError } from './harness-error.ts'

export interface A2aProbeOptions {
  /** Whether the contract says how a skill and its parameters are sent. Default: as the card says. */
  readonly takesSkills?: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly only?: OnlyOrigin | undefined
}

export async function openA2a(base: URL, options: A2aProbeOptions): Promise<ProbeConnection> {
  const { timeoutMs } = options
  const connection = await connect(base, options)
  const takesSkills = options.takesSkills || schemasIn(connection.card) !== undefined
  return {
    carrier: 'a2a',
    title: `A2A at ${base.origin}`,
    timeoutMs,
    carrierVersion: connection.way.version,
    async call({ operation, input, probeCase }) {
      const call = { operation, input, exchange: {}, prefer: { async: probeCase.isAsync === true } }
      const parts = inputParts(call, takesSkills)
      const got = await connection.send(writeParams({ call, version: connection.way.version, parts }), { timeoutMs })
      if ('fault' in got) throw new HarnessError(got.fault.message, got.fault.category === 'unavailable')
      const shown = redactBody(got.wire.body)
      return {
        wire: got.wire,
        evidence: {
          request: { line: `message/send ${operation}`, body: redactJson(input) },
          response: { line: 'result', ...(shown === undefined ? undefined : { body: shown }) },
        },
      }
    },
    operations: async () => skillsOf(connection.card),
    close: async () => {},
  }
}

async function connect(base: URL, { headers, timeoutMs: connectMs, only }: A2aProbeOptions): Promise<A2aConnection> {
  try {
    return await connectA2a(base, { headers, connectMs, only })
  } catch (error) {
    if (error instanceof UnreachableError) throw new HarnessError(error.fault.message, true)
    throw error
  }
}

/** The schemas of the skills: the card has no place for them, an extension may hold them. */
function schemasIn({ capabilities }: JsonObject): JsonObject | undefined {
  const extensions = isObject(capabilities) && Array.isArray(capabilities.extensions) ? capabilities.extensions : []
  return extensions
    .filter(isObject)
    .map(({ params }) => (isObject(params) && isObject(params.skills) ? params.skills : undefined))
    .find(found => found !== undefined)
}

function skillsOf(card: JsonObject): PublishedOperation[] {
  const schemas = schemasIn(card) ?? {}
  return (Array.isArray(card.skills) ? card.skills : []).filter(isObject).flatMap(({ id }) => {
    if (typeof id !== 'string') return []
    const described = Object.hasOwn(schemas, id) ? schemas[id] : undefined
    const schema = isObject(described) && isObject(described.input) ? described.input : {}
    return [{ operation: id, schema, hasEffects: true }]
  })
}
