/** The guide of the gateway, against this example: every call answers as printed, every snippet is of its file. */
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const guide = readFileSync('docs/guide/gateway.md', 'utf8')
const file = readFileSync('examples/gateway/gateway.yaml', 'utf8')
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text)

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

  test.each(blocks('yaml'))('the configuration has these lines: %s', snippet => {
    expect(file).toContain(snippet)
  })

  test('every key of the routes and plugins of the file is explained', () => {
    const keys = [...file.matchAll(/^ *(?:- )?(\w+):/gm)].map(([, key = '']) => key)
    const unexplained = ['hash', 'subject', 'tenant', 'keys', 'stories', 'reports', 'firstByteTimeout', 'routes']
    expect([...new Set(keys)].filter(key => !guide.includes(key) && !unexplained.includes(key))).toEqual([])
  })
})
