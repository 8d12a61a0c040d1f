/** One deed in a directory that may refuse it; prints what came of it as one line of JSON. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerRequest, askAgent, Checkpoint, checkFiles, FileError, openRun } from '../../src/files/index.ts'

const [dir = '', deed = ''] = process.argv.slice(2)
const question = { agent: 'x', prompt: deed === 'ask-more' ? 'y'.repeat(200_000) : 'p', phase: 1 }
const name = deed === 'ask-more' ? 'other' : 'first'

try {
  if (deed === 'look') {
    const names = readdirSync(dir).filter(file => file !== 'filler')
    tell({ files: Object.fromEntries(names.map(file => [file, readFileSync(join(dir, file), 'utf8')])) })
  } else if (deed === 'fix') {
    const [checked] = checkFiles({ dir, fix: true })
    tell({ kind: checked?.isBroken ? 'broken' : 'mended', message: checked?.problem })
  } else if (deed === 'answer') {
    const done = await answerRequest({ dir }, () => ({ text: 'z'.repeat(200_000) }))
    tell({ kind: done?.kind ?? 'nothing' })
  } else if (deed === 'save') {
    const run = await openRun({ dir, name })
    run.data.large = 'z'.repeat(200_000)
    await run.checkpoint('large').finally(() => run.close())
    tell({ kind: 'saved' })
  } else {
    const outcome = await askAgent(question, { dir, name, unanswered: 'throw' })
    tell({ kind: outcome.kind })
  }
} catch (error) {
  if (error instanceof Checkpoint) tell({ kind: 'checkpoint' })
  else if (error instanceof FileError) tell({ reason: error.reason, message: error.message })
  else tell({ unexpected: String(error) })
}

function tell(what: object): void {
  console.log(JSON.stringify({ deed, ...what }))
}
