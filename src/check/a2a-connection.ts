/** Probes over A2A: skills are called as they are, tasks come with their own bytes. */
import { type A2aConnection, connectA2a } from '../carriers/a2a/client.ts'
import { UnreachableError } from '../carriers/unreachable-error.ts'
import type { PublishedOperation } from '../codec/probing.ts'
import { isObject, type JsonObject } from '../lib/json-value.ts'
import { writeMessage } from '../wire/a2a-frame.ts'
import { redactBody, redactJson } from './evidence.ts'
import type { PreparedCall, ProbeConnection } from './exchange.ts'
import { HarnessError } from './harness-error.ts'

export interface A2aConnectionOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

export async function openA2a(base: URL, { headers, timeoutMs }: A2aConnectionOptions): Promise<ProbeConnection> {
  const connection = await connect(base, headers, timeoutMs)
  return {
    carrier: 'a2a',
    title: `A2A at ${base.origin}`,
    timeoutMs,
    carrierVersion: connection.way.version,
    async call(call) {
      const got = await connection.send(paramsOf(call, connection), { timeoutMs })
      if ('fault' in got) throw new HarnessError(got.fault.message, got.fault.category === 'unavailable')
      const shown = redactBody(got.wire.body)
      return {
        wire: got.wire,
        evidence: {
          request: { line: `message/send ${call.operation}`, body: redactJson(call.input) },
          response: { line: 'result', ...(shown === undefined ? undefined : { body: shown }) },
        },
      }
    },
    operations: async () => skillsOf(connection.card),
    close: async () => {},
  }
}

async function connect(base: URL, headers: A2aConnectionOptions['headers'], connectMs: number): Promise<A2aConnection> {
  try {
    return await connectA2a(base, { headers, connectMs })
  } catch (error) {
    if (error instanceof UnreachableError) throw new HarnessError(error.fault.message, true)
    throw error
  }
}

/** One part with the skill and its parameters; the skill is in the metadata too. */
function paramsOf({ operation, input, probeCase }: PreparedCall, { way }: A2aConnection): JsonObject {
  const message = writeMessage(
    {
      messageId: crypto.randomUUID(),
      role: 'user',
      parts: [{ data: { skill: operation, parameters: input } }],
      metadata: { skillId: operation },
    },
    way.version,
  )
  const { isAsync = false } = probeCase
  return { message, configuration: way.version === '1.0' ? { returnImmediately: isAsync } : { blocking: !isAsync } }
}

/** The card has no place for schemas; an extension may hold them. */
function skillsOf({ skills, capabilities }: JsonObject): PublishedOperation[] {
  const extensions = isObject(capabilities) && Array.isArray(capabilities.extensions) ? capabilities.extensions : []
  const schemas = extensions
    .filter(isObject)
    .map(({ params }) => (isObject(params) && isObject(params.skills) ? params.skills : undefined))
    .find(found => found !== undefined)
  return (Array.isArray(skills) ? skills : []).filter(isObject).flatMap(({ id }) => {
    if (typeof id !== 'string') return []
    const described = schemas !== undefined && Object.hasOwn(schemas, id) ? schemas[id] : undefined
    const schema = isObject(described) && isObject(described.input) ? described.input : {}
    return [{ operation: id, schema, hasEffects: true }]
  })
}
