/** The part of the tour about people: what they see of a long run, of a partial answer and of past requests. */
import { styleText } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import storyteller from '../examples/storyteller/agent.ts'
import { defineAgent, operation, partial } from '../src/index.ts'
import { serve } from '../src/server/index.ts'

const bold = (text: string) => console.log(`  ${styleText('bold', text)}`)
const dim = (text: string) => console.log(styleText('dim', text.replaceAll(/^/gm, '    ')))

/** Reads a stream and leaves after so many events. */
async function readEvents(
  response: Response,
  most = Number.POSITIVE_INFINITY,
): Promise<{ lines: string[]; last: string }> {
  const lines: string[] = []
  let [text, last] = ['', '']
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const [, id] = /^id: ?(.*)$/m.exec(event) ?? []
      const [, data] = /^data: ?(.*)$/m.exec(event) ?? []
      if (data === undefined) continue
      last = id ?? last
      lines.push(`${last}  ${data.slice(0, 100)}`)
      if (lines.length === most) return { lines, last }
    }
  }
  return { lines, last }
}

export async function showStreamsAndHosts(): Promise<void> {
  const stories = await serve(storyteller).listen({ port: 0 })
  const asked = await fetch(`${stories.url}/stories`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ hero: 'Ada', sentences: 1 }),
  })
  const first = await readEvents(asked, 3)
  bold('POST /stories with Accept: text/event-stream; the reader leaves after three events')
  dim(first.lines.join('\n'))
  const resumed = await fetch(new URL(asked.headers.get('content-location') ?? '', stories.url), {
    headers: { accept: 'text/event-stream', 'last-event-id': first.last },
  })
  const rest = await readEvents(resumed)
  bold(
    `and reads the other ${rest.lines.length} at Content-Location with Last-Event-ID: ${first.last}; the last one is`,
  )
  dim(`${rest.lines.at(-1)}\n`)
  await stories.close()

  const search = operation({
    title: 'Search reports',
    effects: 'none',
    input: {},
    handler: () =>
      partial({ reports: 2 }, ['One of three archives did not answer.'], {
        citations: [{ id: 'S-1', title: 'Annual report', url: 'https://example.org/report' }],
      }),
  })
  const agent = defineAgent({ name: 'reports', version: '1.0.0', operations: { search } })
  const served = serve(agent, { journal: true })
  const reports = await served.listen({ port: 0 })
  const client = new Client({ name: 'tour', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${reports.url}/mcp`)) as never)
  const { content } = (await client.callTool({ name: 'search', arguments: {} })) as { content: { text: string }[] }
  bold('A partial answer over MCP: hosts and models read what is missing, and the sources')
  dim(`${content.map(({ text }) => text).join('\n')}\n`)
  await client.close()
  const [entry] = (await served.journal?.list({ limit: 1 })) ?? []
  bold('What the request journal keeps of it (replywire requests list)')
  dim(`${entry?.carrier} ${entry?.operation} ${entry?.outcome}: ${entry?.stages.map(({ stage }) => stage).join(' → ')}`)
  await reports.close()
}
