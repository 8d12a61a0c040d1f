/** `node file-host.ts DIR [FAULT]`: a small host of agent files, written from the specification alone, with one fault. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [dir = '.', fault = ''] = process.argv.slice(2)

type Response = Record<string, unknown>

/** How each fault changes the response. */
const faults: Record<string, (response: Response) => Response | string> = {
  'wrong-id': response => ({ ...response, request_id: 'another-request' }),
  'no-version': ({ version: _, ...rest }) => rest,
  'upper-case': response => ({ ...response, status: String(response.status).toUpperCase() }),
  'object-response': response => ({ ...response, response: { answer: 42 } }),
  'result-field': ({ response, ...rest }) => ({ ...rest, result: response }),
  'extra-field': response => ({ ...response, note: 'more' }),
  'text-duration': response => ({ ...response, duration_seconds: '1.5' }),
  'no-timezone': response => ({ ...response, created_at: '2026-01-01T00:00:00' }),
  'null-metadata': response => ({ ...response, metadata: null }),
  'bare-output': () => ({ sections: ['a'], a: 'text' }),
  'error-on-success': response => (response.status === 'success' ? { ...response, error_message: 'odd' } : response),
  'silent-error': response =>
    response.status === 'error' ? { ...response, error_message: null, error_type: null } : response,
}

function answer(name: string): void {
  const path = join(dir, name)
  const target = join(dir, name.replace('request', 'response'))
  let request: { request_id: string; agent_name: string; timeout_seconds: number }
  try {
    request = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    if (fault === 'malformed-success') write(target, success('replywire-check-broken'))
    renameSync(path, `${path}.rejected`)
    return
  }
  if (fault === 'one-file' && existsSync(join(dir, '.agent-response-phase1.json'))) return
  const response = responseTo(request)
  const change = faults[fault]
  write(target, change === undefined ? response : change(response))
  rmSync(path)
}

function success(requestId: string): Response {
  return {
    request_id: requestId,
    version: '1.0',
    status: 'success',
    response: '{"answer":42}',
    error_message: null,
    error_type: null,
    created_at: '2026-01-01T00:00:00+00:00',
    duration_seconds: 1.5,
    metadata: {},
  }
}

function responseTo({
  request_id,
  agent_name,
  timeout_seconds,
}: {
  request_id: string
  agent_name: string
  timeout_seconds: number
}): Response {
  const base = success(request_id)
  if (agent_name === 'slow' && timeout_seconds < 5) {
    const late = {
      ...base,
      status: 'timeout',
      response: null,
      error_message: 'It took too long.',
      error_type: 'timeout',
    }
    return fault === 'no-timeout'
      ? { ...late, status: 'error', error_message: 'It failed.', error_type: 'Other' }
      : late
  }
  if (agent_name !== 'writer' && agent_name !== 'slow') {
    return {
      ...base,
      status: 'error',
      response: null,
      error_message: 'There is no such agent.',
      error_type: 'AgentNotFound',
    }
  }
  return base
}

function write(path: string, content: Response | string): void {
  writeFileSync(`${path}.tmp`, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  renameSync(`${path}.tmp`, path)
}

const requests = readdirSync(dir)
  .filter(name => /^\.agent-request[\w-]*\.json$/.test(name))
  .toSorted()
if (fault === 'never') process.exit(0)
if (fault === 'stops-at-broken' && requests.some(name => readFileSync(join(dir, name), 'utf8').endsWith(':')))
  process.exit(1)
for (const name of requests) answer(name)
