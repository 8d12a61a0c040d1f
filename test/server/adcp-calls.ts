/** One AdCP task, called over REST, MCP or A2A: the root of its answer, whatever carries it. */
import { isObject, type JsonObject } from '../../src/lib/json-value.ts'
import { post } from '../interop/mcp/raw.ts'

export const carriers = ['REST', 'MCP', 'A2A'] as const
export type CarrierName = (typeof carriers)[number]

/** The root of an answer, however it is carried, and the text that it came in. */
export interface Answer {
  root: JsonObject
  text: string
}

let keys = 0
export const newKey = () => `key-0123456789-${process.pid}-${++keys}`

/** Calls a task of the server at a URL with arguments that are given as the text of their members. */
export async function callTask(
  url: string,
  carrier: CarrierName,
  members: string,
  task = 'create_media_buy',
): Promise<Answer> {
  const given = `{"budget":1,"idempotency_key":"${newKey()}",${members}}`
  if (carrier === 'REST') {
    const response = await fetch(`${url}/${task}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: given,
    })
    const text = await response.text()
    return { root: JSON.parse(text), text }
  }
  if (carrier === 'MCP') {
    const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${task}","arguments":${given}}}`
    const { body } = await post(`${url}/mcp`, message, { 'mcp-protocol-version': '2025-06-18' })
    const root = body.result?.structuredContent ?? body.error
    return { root: root as JsonObject, text: JSON.stringify(root) }
  }
  return sendData(url, `{"skill":"${task}","parameters":${given}}`)
}

/** Sends a data part over A2A. */
export async function sendData(url: string, data: string, ids = '', configuration = '{}'): Promise<Answer> {
  const sent = `{"messageId":"m-${newKey()}","role":"ROLE_USER",${ids}"parts":[{"data":${data}}]}`
  const text = await rpc(url, 'SendMessage', `{"message":${sent},"configuration":${configuration}}`)
  const { result, error } = JSON.parse(text) as { result?: { task?: JsonObject }; error?: JsonObject }
  return { root: result?.task === undefined ? (error ?? {}) : dataOf(result.task), text }
}

/** One request of A2A 1.0 over JSON-RPC, with the text of its params. */
export async function rpc(url: string, method: string, params: string): Promise<string> {
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`,
  })
  return response.text()
}

/** The data part of a task, with the id of the task. */
export function dataOf(task: JsonObject): JsonObject {
  const { artifacts, status } = task as { artifacts?: { parts: JsonObject[] }[]; status?: { message?: JsonObject } }
  const parts = artifacts?.[0]?.parts ?? (status?.message?.parts as JsonObject[] | undefined) ?? []
  const data = parts.map(part => part.data).find(isObject) ?? {}
  return { task_id: task.id ?? null, ...data }
}
