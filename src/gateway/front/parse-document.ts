/**
 * The value of an OpenAPI document. An upstream may have written it: JSON is read within bounds, and YAML, of which some
 * texts take a reader minutes, in a thread of its own that has so long and no longer.
 */
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Json } from '../../lib/json-value.ts'
import { type JsonLimits, readJsonText } from '../../wire/json.ts'

/** Of the thread, in addition to what it was given. */
const mostMemoryMb = 128

const program = `
  const { parentPort, workerData: { yaml, text } } = require('node:worker_threads')
  const document = require(yaml).parseDocument(text, { logLevel: 'silent' })
  if (document.errors.length > 0) throw new Error('unreadable')
  parentPort.postMessage(JSON.stringify(document.toJS({ maxAliasCount: 100 })))
`

/** Rejects for what is neither JSON nor YAML, is nested too deep, or takes longer than `withinMs`. */
export async function parseDocumentText(text: string, limits: JsonLimits, withinMs: number): Promise<Json> {
  const reading = readJsonText(text, limits)
  if (reading.ok) return reading.value
  const written = readJsonText(await yamlAsJson(text, withinMs), limits)
  if (!written.ok) throw new Error('unreadable')
  return written.value
}

async function yamlAsJson(text: string, withinMs: number): Promise<string> {
  const yaml = createRequire(import.meta.url).resolve('yaml')
  const thread = new Worker(program, {
    eval: true,
    workerData: { yaml, text },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  })
  const late = setTimeout(() => void thread.terminate(), withinMs)
  try {
    return await new Promise((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('unreadable')))
    })
  } finally {
    clearTimeout(late)
    await thread.terminate()
  }
}
