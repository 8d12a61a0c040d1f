/** The files of a new agent, from the templates that the package ships. */
import { readFileSync } from 'node:fs'
import { packageRoot } from '../package-root.ts'

const files = ['package.json', 'tsconfig.json', 'agent.ts', 'agent.test.ts', 'README.md', '.gitignore'] as const

/** Templates end in `.txt`, so that no tool takes them for sources, and none is hidden: npm would leave it out. */
function templateOf(file: string): string {
  return readFileSync(new URL(`templates/agent/${file.replace(/^\./, '')}.txt`, packageRoot), 'utf8')
}

/** Every file with its text; `replywire` is how the agent depends on this package. */
export function scaffold(name: string, replywire: string): [file: string, text: string][] {
  // It is in a JSON text.
  const values: Readonly<Record<string, string>> = { name, replywire: JSON.stringify(replywire).slice(1, -1) }
  return files.map(file => [
    file,
    templateOf(file).replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole),
  ])
}
