/**
 * Partial answers, warnings and citations as the official Python MCP client shows them. Not part of `npm test`, because
 * it needs Python with the package `mcp` (`python3 -m venv .venv && .venv/bin/pip install mcp`):
 * `node test/interop/hosts/python.ts .venv/bin/python`. Exits 1 when something is missing.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '../../../src/server/index.ts'
import { agent } from './agent.ts'

const [python = 'python3'] = process.argv.slice(2)
const listening = await serve(agent, { authenticate: false }).listen({ port: 0 })
const expected = {
  report: [
    '{"total":3}',
    'This answer is partial.\nWarning: half is missing\nSources:\n- S-1: Annual report, https://example.com/report',
  ],
  estimate: ['{"total":4}', 'Warning: Prices are net.'],
}
try {
  for (const [tool, texts] of Object.entries(expected)) {
    const script = join(import.meta.dirname, 'mcp_client.py')
    const { stdout } = await promisify(execFile)(python, [script, `${listening.url}/mcp`, tool])
    assert.deepEqual(JSON.parse(stdout), texts)
    console.log(`${tool}: ${stdout.trim()}`)
  }
} finally {
  await listening.close()
}
