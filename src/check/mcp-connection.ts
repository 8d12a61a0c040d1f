/** Probes over MCP: tools are called as they are, results come with their own bytes. */
import type { OnlyOrigin } from '../carriers/http/send.ts'
import { connectMcp, type McpConnection, type McpPlace } from '../carriers/mcp/client.ts'
import { UnreachableError } from '../carriers/unreachable-error.ts'
import type { PublishedOperation } from '../codec/probing.ts'
import { isObject } from '../lib/json-value.ts'
import { redactBody, redactJson } from './evidence.ts'
import type { ProbeConnection } from './exchange.ts'
import { HarnessError } from './harness-error.ts'

export interface McpProbeOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly only?: OnlyOrigin | undefined
}

export async function openMcp(
  place: McpPlace,
  title: string,
  { headers, timeoutMs, only }: McpProbeOptions,
): Promise<ProbeConnection> {
  const connection = await connect(place, { headers, timeoutMs, only })
  return {
    carrier: 'mcp',
    title,
    timeoutMs,
    carrierVersion: connection.version,
    async call({ operation, input }, { requestId }) {
      const params = { name: operation, arguments: input, _meta: { requestId } }
      const got = await connection.request('tools/call', params, { timeoutMs })
      if ('fault' in got) throw new HarnessError(got.fault.message, got.fault.category === 'unavailable')
      const shown = redactBody(got.wire.body)
      return {
        wire: got.wire,
        evidence: {
          request: { line: `tools/call ${operation}`, body: redactJson(input) },
          response: { line: 'result', ...(shown === undefined ? undefined : { body: shown }) },
        },
      }
    },
    operations: async () => (await toolsOf(connection)).map(operationOf),
    close: () => connection.close(),
  }
}

async function connect(
  place: McpPlace,
  { headers, timeoutMs: connectMs, only }: McpProbeOptions,
): Promise<McpConnection> {
  try {
    return await connectMcp(place, { headers, connectMs, only, takesTasks: false })
  } catch (error) {
    if (error instanceof UnreachableError) throw new HarnessError(error.fault.message, true)
    throw error
  }
}

async function toolsOf(connection: McpConnection) {
  try {
    return await connection.tools()
  } catch (error) {
    if (error instanceof UnreachableError) throw new HarnessError(error.fault.message)
    throw error
  }
}

function operationOf({ name, inputSchema, annotations }: Record<string, unknown>): PublishedOperation {
  return {
    operation: String(name),
    schema: isObject(inputSchema) ? inputSchema : {},
    hasEffects: !(isObject(annotations) && annotations.readOnlyHint === true),
  }
}
