/** A project in a folder, with packages of the registry. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { blocksIn } from '../docs/markdown.ts'
import { run } from '../package/processes.ts'

/** A block of a recipe: the one with this file name, or the first in this language. */
export function blockOf(page: string, nameOrLanguage: string): string {
  const found = blocksIn(`docs/recipes/${page}`).find(
    ({ file, language }) => file === nameOrLanguage || language === nameOrLanguage,
  )
  if (found === undefined) throw new Error(`${page} has no ${nameOrLanguage}.`)
  return found.text
}

export async function openProject(
  folder: string,
  packages: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<void> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "name": "recipe", "private": true, "type": "module" }\n')
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  await run({ folder }, ['npm', 'install', '--no-audit', '--no-fund', ...packages])
}

/** An agent that echoes, for recipes about where it runs. */
export const echoAgent = `import { defineAgent, operation } from 'replywire'
export default defineAgent({ name: 'echo', version: '1', operations: { echo: operation({
  title: 'Echo', route: 'POST /echoes', effects: 'none',
  input: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  async handler({ text }: { text?: string }, context) { await context.progress(0.5, 'half'); return { text } },
}) } })
`

export function post(body: object, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}
