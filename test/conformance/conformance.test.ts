/** The protocol's own conformance suite against an agent: nothing fails that a server of tools could serve. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, start } from '../server/processes.ts'

let server: Running
const folder = mkdtempSync(join(tmpdir(), 'replywire-conformance-'))

beforeAll(async () => {
  server = await start(['test/conformance/agent.ts'])
})

afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.exited
  rmSync(folder, { recursive: true })
})

const health = async () => (await fetch(new URL('/health/ready', server.line))).status

test.each([
  ['2025-11-25', []],
  ['2026-07-28', ['tasks-required-task-error']],
])('the requirements of %s', async (revision, unscored) => {
  expect(await health()).toBe(200)
  const suite = spawn(
    process.execPath,
    [
      resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js'),
      'server',
      '--url',
      server.line.replace('127.0.0.1', 'localhost'),
      '--requirements',
      revision,
      '--expected-failures',
      resolve(`test/conformance/baseline-${revision}.yml`),
      '--output-dir',
      join(folder, revision),
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [out, , [code]] = await Promise.all([text(suite.stdout), text(suite.stderr), once(suite, 'exit')])
  expect(code, out.slice(out.indexOf('=== SUMMARY ===')).slice(0, 6000)).toBe(0)
  expect(out).toContain('✓ tools-call-simple-text')
  // What a revision runs without demanding it decides no exit code.
  expect(
    [...out.matchAll(/^ {2}✗ (\S+) \((?:extension|pending|added-after-release)\)/gm)].map(([, name]) => name),
  ).toEqual(unscored)
  expect(await health()).toBe(200)
})
