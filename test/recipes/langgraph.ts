/** The recipe for LangGraph: a question, an approval, and the answer of the graph. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { eventually, json, start } from '../package/processes.ts'
import type { Step } from '../package/steps.ts'
import { blockOf, openProject, post } from './project.ts'

// Later versions need packages that not every registry has.
const packages = ['@langchain/langgraph@1.3', '@langchain/core@1.2']

export async function runLangGraph(step: Step, root: string, tarball: string): Promise<void> {
  const folder = join(root, 'langgraph')
  const files = { 'agent.js': blockOf('langgraph.md', 'agent.js'), 'graph.js': blockOf('langgraph.md', 'graph.js') }
  await step('install LangGraph', () => openProject(folder, [tarball, ...packages], files))
  const server = start({ folder }, ['replywire', 'serve', 'agent.js', '--port', '0', '--no-auth'])
  const [, url = ''] = await server.waitFor(/ at (http:\/\/[\d.:]+)/)
  const research = (body: object, headers?: Record<string, string>) => fetch(`${url}/research`, post(body, headers))
  const stream = { accept: 'text/event-stream' }
  await step('an interrupt is a question', async () => {
    const asked = await research({ question: 'Is it so?' }, stream)
    assert.match(await asked.text(), /"type":"clarification_required".*"question":"For which region\?"/)
  })
  await step('nodes are progress, and an interrupt is a request for approval', async () => {
    const events = await (await research({ question: 'Is it so?', region: 'EU' }, stream)).text()
    assert.match(events, /"message":"clarify"[\s\S]*"type":"approval_required".*"message":"Search the web"/)
  })
  await step('the approved task ends with the answer of the graph', async () => {
    const { approvals } = await json<{ approvals: { id: string; task: string }[] }>({ folder }, ['inbox'])
    const [{ id, task } = { id: '', task: '' }] = approvals
    await json({ folder }, ['approve', id])
    const result = await eventually(
      () => fetch(`${url}/operations/${task}/result`).then(answer => answer.text()),
      text => (text.includes('"answer"') ? text : undefined),
    )
    assert.match(result, /"answer":"Is it so\? In EU: yes\."/)
  })
  await server.stop('SIGINT')
}
