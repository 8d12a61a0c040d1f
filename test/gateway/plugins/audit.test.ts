import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuditFile } from '../../../src/gateway/plugins/audit/audit-file.ts'
import { route } from '../kit.ts'
import { bearer, call, counted, guarded, plugin, withSecret } from './kit.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const linesOf = (file: string): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

describe('audit', () => {
  test('a line for every answer, in the form of the original', async () => {
    const file = join(folder, 'all.log')
    const caller = await guarded({ plugins: [withSecret, plugin('audit', { file })] })
    const ids = { 'x-correlation-id': 'corr-1', 'x-request-id': 'req-1' }
    await caller.call({ ...(await bearer()), ...ids })
    await expect.poll(() => linesOf(file).length).toBe(1)
    expect(linesOf(file)[0]).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      route_id: 'optimize',
      method: 'POST',
      path: '/campaigns/7/optimizations',
      tenant_id: 'acme',
      actor_subject: 'ada',
      status_code: 200,
      latency_ms: expect.any(Number),
      correlation_id: 'corr-1',
      request_id: 'req-1',
      outcome: 'completed',
    })
    expect(statSync(file).mode & 0o777).toBe(0o640)
    await expect.poll(() => counted(caller, 'replywire_gateway_audit_lines_total', { outcome: 'written' })).toBe(1)
  })

  test('weakness 20: denied logins, missing roles, rejected prompts and unknown paths leave lines, too', async () => {
    const file = join(folder, 'refusals.log')
    const { call: ask, gate } = await guarded({
      plugins: [
        withSecret,
        plugin('prompt-sanitize', { patterns: [{ name: 'p', keywords: ['secret'] }] }),
        plugin('rate-limit', { limits: [{ by: 'tenant', requests: 2, per: '1h' }] }),
      ],
      auditLog: file,
      routes: [route({ roles: ['writer'] })],
    })
    await ask()
    await ask(await bearer({ roles: [] }))
    await ask({ ...(await bearer()), 'content-type': 'application/json' }, { body: '"secret"' })
    await ask(await bearer())
    await ask(await bearer())
    await call(`${gate.url}/nowhere?token=hidden`)
    await call(`${gate.url}/campaigns/7/optimizations`, { method: 'DELETE' })
    await expect.poll(() => linesOf(file).length).toBe(6)
    expect(linesOf(file).map(line => [line.route_id, line.status_code, line.code, line.actor_subject])).toEqual([
      ['optimize', 401, 'MISSING_TOKEN', undefined],
      ['optimize', 403, 'INSUFFICIENT_ROLES', 'ada'],
      ['optimize', 422, 'PROMPT_REJECTED', 'ada'],
      // The call that passed is not there: the route does not ask for it.
      ['optimize', 429, 'RATE_LIMITED', 'ada'],
      ['', 404, 'ROUTE_NOT_FOUND', undefined],
      ['', 405, 'METHOD_NOT_ALLOWED', undefined],
    ])
    expect(readFileSync(file, 'utf8')).not.toContain('hidden')
  })

  test('a route with audit: true is in the log of the gateway', async () => {
    const file = join(folder, 'marked.log')
    const { call: ask } = await guarded({ plugins: [withSecret], auditLog: file, route: { audit: true } })
    await ask(await bearer())
    await expect.poll(() => linesOf(file).map(line => line.status_code)).toEqual([200])
  })

  test('a file that is long enough is renamed, lines are in order, and old files are removed', async () => {
    const path = join(folder, 'turning.log')
    let at = Date.parse('2026-11-18T12:00:00Z')
    const outcomes: string[] = []
    const now = () => {
      at += 1000
      return at
    }
    const log = new AuditFile({
      path,
      maxBytes: 100,
      maxFiles: 2,
      now,
      onLines: (outcome, count) => void outcomes.push(`${outcome} ${count}`),
    })
    await log.open()
    for (let count = 0; count < 12; count++) {
      log.write(`{"n":${count},"filler":"${'x'.repeat(20)}"}`)
      await expect.poll(() => outcomes.length).toBe(count + 1)
    }
    await log.close()
    const files = readdirSync(folder)
      .filter(name => name.startsWith('turning.log'))
      .toSorted()
    expect(files.length).toBe(3)
    expect(files[0]).toBe('turning.log')
    const numbers = [...files.slice(1), 'turning.log'].flatMap(name => linesOf(join(folder, name)).map(({ n }) => n))
    expect(numbers).toEqual([...numbers].toSorted((one, other) => Number(one) - Number(other)))
    expect(numbers.at(-1)).toBe(11)
    expect(new Set(outcomes)).toEqual(new Set(['written 1']))
  })

  test('two processes share a file that one of them renames; nothing is lost', async () => {
    const path = join(folder, 'shared.log')
    let written = 0
    const open = async () => {
      const onLines = (_: string, count: number) => {
        written += count
      }
      const log = new AuditFile({ path, maxBytes: 2000, maxFiles: undefined, now: Date.now, onLines })
      await log.open()
      return log
    }
    const logs = [await open(), await open()]
    for (let count = 0; count < 400; count++) {
      logs[count % 2]?.write(`{"n":${count}}`)
      if (count % 10 === 0) await new Promise(setImmediate)
      // What is written at once is one batch, and the first of a file is never too long for it.
      if (count % 100 === 99) await expect.poll(() => written).toBe(count + 1)
    }
    await Promise.all(logs.map(log => log.close()))
    const files = readdirSync(folder).filter(name => name.startsWith('shared.log'))
    expect(files.length).toBeGreaterThan(1)
    const numbers = files.flatMap(name => linesOf(join(folder, name)).map(({ n }) => Number(n)))
    expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 400 }, (_, at) => at))
  })

  test('a log that cannot be written affects no call, drops what is too much, and recovers', async () => {
    const path = join(folder, 'lost', 'audit.log')
    mkdirSync(join(folder, 'lost'))
    const counts = { written: 0, failed: 0, dropped: 0 }
    const log = new AuditFile({
      path,
      maxBytes: 0,
      maxFiles: undefined,
      now: Date.now,
      onLines: (outcome, count) => {
        counts[outcome] += count
      },
    })
    await log.open()
    renameSync(join(folder, 'lost'), join(folder, 'away'))
    const long = 'x'.repeat(1024 * 1024)
    for (let count = 0; count < 20; count++) log.write(long)
    expect(counts.dropped).toBe(13)
    await expect.poll(() => counts.failed).toBeGreaterThan(0)
    renameSync(join(folder, 'away'), join(folder, 'lost'))
    await log.close()
    expect(counts.written + counts.failed).toBe(7)
    expect(counts.written).toBeGreaterThan(0)
  })

  test('a gateway that cannot open its audit log does not start', async () => {
    await expect(guarded({ plugins: [plugin('audit', { file: '/nowhere/audit.log' })] })).rejects.toThrow(
      'plugin audit: the file /nowhere/audit.log cannot be opened.',
    )
  })
})
