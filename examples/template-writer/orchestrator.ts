/**
 * `node orchestrator.ts SOURCE OUT [--dir DIR]`: derives a project template from a source tree. Needs an agent three
 * times: each time it writes a request file, says where, and ends with 42. Run it again and it goes on where it was.
 */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type AgentQuestion, openRun, type Run } from '../../src/files/index.ts'
import type { Outcome } from '../../src/index.ts'
import type { Analysis } from './analysis.ts'
import type { Guide, Proposal } from './proposals.ts'
import { readTree } from './source-tree.ts'
import { writeTemplate } from './template.ts'

const { values, positionals } = parseArgs({ options: { dir: { type: 'string' } }, allowPositionals: true })
const [source, out] = positionals.map(path => resolve(path))
if (source === undefined || out === undefined) throw new Error('Usage: node orchestrator.ts SOURCE OUT [--dir DIR]')

const { dir = '.' } = values
const run = await begin({ source, out }).catch((error: Error) => {
  console.error(error.message)
  return process.exit(1)
})
const files = readTree(source)

console.log(`${run.isResumed ? 'resumed' : 'begun'}: ${files.length} files of ${source}`)

const analysis = await answered<Analysis>(run, {
  phase: 1,
  phaseName: 'ai_analysis',
  agent: 'architectural-reviewer',
  prompt: 'Analyse the architecture of this source tree: its layers, what they depend on, how things are named.',
  context: { files },
  timeoutSeconds: 60,
})
run.data.layers = analysis.layers.length
await run.checkpoint('analysed')
console.log(`analysed: ${analysis.modules} modules in ${analysis.layers.length} layers`)

const proposals = await answered<Proposal[]>(run, {
  phase: 5,
  phaseName: 'agent_generation',
  agent: 'agent-proposer',
  prompt: 'Propose the agents that should work on this architecture.',
  context: { analysis },
  timeoutSeconds: 60,
})
await run.checkpoint('proposed')
console.log(`proposed: ${proposals.map(({ name }) => name).join(', ')}`)

const { guides } = await answered<{ guides: Guide[] }>(run, {
  phase: 8,
  phaseName: 'agent_enhancement',
  agent: 'agent-content-enhancer',
  prompt: 'Write for each of these agents what it should know: templates, an example, boundaries.',
  context: { analysis, proposals, files },
  timeoutSeconds: 60,
})

const written = writeTemplate(out, { analysis, proposals, guides, files })
await run.finish()
console.log(`written: ${written.length} files to ${out}`)

async function begin(config: { source: string; out: string }): Promise<Run> {
  mkdirSync(dir, { recursive: true })
  return openRun({ name: 'template-writer', config, dir })
}

/** The data of an answer. An answer that is a failure ends the program with 1, and is asked again next time. */
async function answered<T>(asking: Run, question: AgentQuestion): Promise<T> {
  const outcome: Outcome = await asking.ask(question)
  if (outcome.kind === 'completed' && outcome.payload?.kind === 'value') return outcome.payload.value as T
  if (outcome.kind === 'completed' && outcome.payload?.kind === 'rows') return outcome.payload.rows as T
  await asking.forget(question)
  asking.close()
  console.error(`${question.agent}: ${outcome.kind === 'failed' ? outcome.fault.message : outcome.kind}`)
  return process.exit(1)
}
