/** The guide of the gateway, against this example: every call answers as printed, every snippet is of its file. */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/gateway/index.ts'

const guide = readFileSync('docs/guide/gateway.md', 'utf8')
const file = readFileSync('examples/gateway/gateway.yaml', 'utf8')
const blocks = (language: string, text = guide): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text)

/** Commands with the lines that they print, in their order. */
const calls = blocks('console').flatMap(text =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map(part => {
      const [command = '', ...lines] = part.trimEnd().split('\n')
      return [command, lines.join('\n')] as const
    }),
)

const example = spawn(process.execPath, ['examples/gateway/main.ts'], {
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let urls: readonly string[] = []

beforeAll(async () => {
  let printed = ''
  for await (const chunk of example.stdout) {
    printed += chunk
    const [, url = '', admin = ''] = /A gateway at (\S+), .* at (\S+)\/metrics/.exec(printed) ?? []
    urls = [url, admin]
    if (printed.includes('/unchecked/busy')) break
  }
})
afterAll(() => example.kill('SIGKILL'))

describe('the guide', () => {
  test('has calls', () => expect(calls.length).toBe(4))

  test.each(calls)('%s', async (command, printed) => {
    const [url = '', admin = ''] = urls
    const line = command.replaceAll('http://127.0.0.1:8120', url).replaceAll('http://127.0.0.1:9120', admin)
    const { stdout } = await promisify(execFile)('sh', ['-c', line])
    // `…` stands for what differs from call to call.
    const pattern = printed
      .split('…')
      .map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^"]*')
    expect(stdout.trimEnd()).toMatch(new RegExp(`^${pattern}$`))
  })

  const [, lineByLine = ''] = /^## The configuration, line by line$(.*?)^## /ms.exec(guide) ?? []
  test.each(blocks('yaml', lineByLine))('the configuration has these lines: %s', snippet => {
    expect(file).toContain(snippet)
  })

  const others = blocks('yaml', guide.replace(lineByLine, ''))
  test.each(others)('what it shows elsewhere is a valid configuration: %s', async snippet => {
    const folder = mkdtempSync(join(tmpdir(), 'guide-'))
    const path = join(folder, 'gateway.yaml')
    const route = 'routes:\n  - { id: a, method: GET, path: /a, target: "http://127.0.0.1:1" }\n'
    writeFileSync(path, `auth: none\n${snippet.includes('routes:') ? '' : route}${snippet}`)
    expect((await readConfig(path, { environment: {} })).errors).toEqual([])
    rmSync(folder, { recursive: true })
  })

  test('every key of the routes and plugins of the file is explained', () => {
    const keys = [...file.matchAll(/^ *(?:- )?(\w+):/gm)].map(([, key = '']) => key)
    const unexplained = ['hash', 'subject', 'tenant', 'keys', 'stories', 'reports', 'firstByteTimeout', 'routes']
    expect([...new Set(keys)].filter(key => !guide.includes(key) && !unexplained.includes(key))).toEqual([])
  })
})
