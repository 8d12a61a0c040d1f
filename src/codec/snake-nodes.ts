/**
 * Nodes of the hub in snake case. Contracts whose documents say nothing of these nodes, and permit further members, carry
 * them under keys of their own: all such contracts name them the same way.
 */
import {
  action,
  artifact,
  created,
  issue,
  need as needTable,
  notice,
  part as partTable,
  progress,
  taskRef,
} from '../outcome/tables.ts'
import { listOf } from './codec.ts'
import { lost, mappingFor, snake, variants } from './node.ts'
import { staysWithServer } from './unchanged.ts'

/** The codecs of one contract: unknown members go to its `extra`. */
export function snakeNodes(contract: string) {
  const mapped = mappingFor(contract)
  const aboutPart = { name: 'name', mediaType: snake } as const
  const part = variants(partTable, {
    text: mapped(partTable.variants.text, { kind: 'type', text: 'text', ...aboutPart }),
    data: mapped(partTable.variants.data, { kind: 'type', data: 'data', ...aboutPart }),
    bytes: mapped(partTable.variants.bytes, { kind: 'type', base64: 'base64', ...aboutPart }),
    link: mapped(partTable.variants.link, { kind: 'type', url: 'url', ...aboutPart }),
  })
  const need = variants(needTable, {
    input: mapped(needTable.variants.input, {
      kind: 'kind',
      name: 'name',
      location: 'location',
      schema: 'schema',
      required: 'required',
      question: 'question',
    }),
    reply: mapped(needTable.variants.reply, { kind: 'kind', question: 'question' }),
    approval: mapped(needTable.variants.approval, {
      kind: 'kind',
      key: 'key',
      action: 'action',
      token: 'token',
      expiresAt: snake,
      roles: lost(staysWithServer),
    }),
    credentials: mapped(needTable.variants.credentials, { kind: 'kind', url: 'url', scheme: 'scheme' }),
  })
  return {
    part,
    need,
    artifact: mapped(artifact, { id: 'id', name: 'name', description: 'description', parts: ['parts', listOf(part)] }),
    action: mapped(action, { tool: 'tool', endpoint: 'endpoint', args: 'args', reason: 'reason' }),
    notice: mapped(notice, { severity: 'severity', message: 'message', code: 'code', pointer: 'pointer' }),
    task: mapped(taskRef, { id: 'id', statusUrl: snake, pollAfterMs: snake }),
    progress: mapped(progress, { fraction: 'fraction', message: 'message', step: 'step', total: 'total' }),
    created: mapped(created, { location: 'location' }),
    issue: mapped(issue, { pointer: 'pointer', message: 'message', keyword: 'keyword', location: 'location' }),
  }
}
