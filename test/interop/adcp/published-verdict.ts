/** What the published schemas of one release say of a document, and which part of it says so. */
import { isObject, type Json, type JsonObject } from '../../../src/lib/json-value.ts'
import type { Schema, Verdict } from './compare.ts'
import type { PublishedSchemas } from './published-schemas.ts'

/** What an agent says of one domain, in its capabilities. */
const domains = [
  ...['account', 'media_buy', 'signals', 'governance', 'sponsored_intelligence', 'brand', 'creative', 'measurement'],
  ...['measurement_gateway', 'adcp/capability_changes', 'adcp/governance_enforcement', 'adcp/attestations'],
]

const task = 'media-buy/create-media-buy'

export function publishedVerdict(published: PublishedSchemas): Schema {
  return ({ published: path, message }, body) => {
    if (message === 'response') return { reason: published.answerReason(body) }
    if (message === 'capabilities') {
      return { reason: published.reasonWithout(path, domains, body), ofTask: published.reason(path, body) }
    }
    const reason = published.reason(path, body)
    if (reason !== undefined || !isObject(body.result)) return { reason }
    if (message === 'webhook') return resultVerdict(published, body.status, body.result)
    return message === 'tasks-get-response' ? { ofTask: published.reason(`${task}-response.json`, body.result) } : {}
  }
}

/** The union of `result` accepts any object. Its text says more: "For completed/failed statuses, use the main task response schema". */
function resultVerdict(published: PublishedSchemas, status: Json | undefined, result: JsonObject): Verdict {
  if (status === 'completed' || status === 'failed') {
    // Not every response composes the envelope, and so demands a status.
    const reason = published.answerReason({ status, ...result })
    return { reason, ofTask: published.reason(`${task}-response.json`, result) }
  }
  const path = `${task}-async-response-${status}.json`
  return published.has(path) ? { ofTask: published.reason(path, result) } : {}
}
