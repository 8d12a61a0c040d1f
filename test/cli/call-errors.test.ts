/** What `replywire call` says when there is nothing to call. */
import { expect, test } from 'vitest'
import { listening, modernServer } from '../client/mcp-servers.ts'
import { callCli as cli } from './call-cli.ts'

test.each<[string, (origin: string) => string[], RegExp]>([
  ['a tool that is not there', o => [`mcp+${o}/mcp`, 'gret'], /There is no tool "gret"\. Did you mean greet\?/],
  ['nothing that listens', () => ['mcp+http://127.0.0.1:1/mcp', 'x'], /does not answer; is the MCP server running\?/],
  [
    'something else',
    o => [`mcp+${o}/elsewhere`, 'x'],
    /There is no MCP server at http\S+ \(HTTP 418\); often its path is/,
  ],
  [
    'no agent that listens',
    () => ['http://127.0.0.1:1/'],
    /http:\/\/127\.0\.0\.1:1 does not answer\. .*: replywire doctor http:/,
  ],
  ['no list of operations', o => [o], /The agent does not list its operations; name an operation or a task type\./],
  [
    'an address without http://',
    () => ['localhost:8080'],
    /is not the URL of an agent: .*\. Did you mean http:\/\/localhost:8080\?/,
  ],
  ['no agent', o => [`a2a+${o}/elsewhere`, 'x'], /There is no A2A agent at http/],
  ['no address', () => ['mcp+ftp://x', 'x'], /The address must be http\(s\):\/\/…, mcp\+http/],
  [
    'no command',
    () => ['mcp+stdio:no-such-command', 'x'],
    /The command no-such-command cannot be started; is it installed\?/,
  ],
  ['no time', o => [`mcp+${o}/mcp`, 'x', '--timeout', 'soon'], /--timeout takes a number of seconds, such as 30\./],
  [
    'a contract of another carrier',
    o => [`a2a+${o}`, 'x', '--contract', 'jpcite'],
    /jpcite@v2 is not available over A2A\./,
  ],
])('%s is one line and 2', async (_, words, line) => {
  const { origin } = await listening((_, response) => void response.writeHead(418).end())
  const at = line.source.includes('Did you mean') ? (await modernServer()).origin : origin
  const { code, err } = await cli(['call', ...words(at)])
  expect(code).toBe(2)
  expect(err).toMatch(line)
  expect(err.split('\n')).toHaveLength(2)
})
