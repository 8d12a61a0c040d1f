/** `${NAME}`, `${NAME:-default}` and `${file:PATH}` in the values of a configuration. `$${` stands for `${`. */
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

/** Where the values come from. */
export interface Expansion {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Paths of files are relative to this folder. */
  readonly folder: string
  /** Receives the path of each file that was read. */
  readonly files: Set<string>
}

/** The expanded text, or why there is none. */
export type ExpandedText = { readonly text: string } | { readonly message: string; readonly fix: string }

const reference = /\$(\$\{)|\$\{([^{}]*)\}/g
const variable = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/
const largestFile = 64 * 1024
const largestText = 1024 * 1024

/** Whether a text has a reference in it. */
export function hasReference(text: string): boolean {
  return text.includes('${')
}

/** Expands a text. What was inserted is not expanded again. */
export function expandText(text: string, expansion: Expansion): ExpandedText {
  let problem: { message: string; fix: string } | undefined
  const expanded = text.replaceAll(reference, (_, escaped: string | undefined, inner: string | undefined) => {
    if (escaped !== undefined) return escaped
    const value = inner?.startsWith('file:')
      ? fileText(inner.slice(5), expansion)
      : variableText(inner ?? '', expansion)
    if ('text' in value) return value.text
    problem ??= value
    return ''
  })
  if (problem !== undefined) return problem
  if (expanded.length > largestText) return { message: 'the expanded value is larger than 1 MiB', fix: 'Shorten it.' }
  return { text: expanded }
}

function variableText(inner: string, { environment }: Expansion): ExpandedText {
  const [, name, otherwise] = variable.exec(inner) ?? []
  if (name === undefined) {
    return {
      message: 'a reference is not valid',
      fix: `Write \${NAME}, \${NAME:-default} or \${file:PATH}; $\${ is a literal \${.`,
    }
  }
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined
  if (value !== undefined && (value !== '' || otherwise === undefined)) return { text: value }
  if (otherwise !== undefined) return { text: otherwise }
  return { message: `the environment variable ${name} is not set`, fix: `Set it, or write \${${name}:-default}.` }
}

/** The content of a file, without the line break at its end. */
function fileText(path: string, { folder, files }: Expansion): ExpandedText {
  const file = resolve(folder, path)
  try {
    const { size } = statSync(file)
    if (size > largestFile) return { message: `the file ${path} is larger than 64 KiB`, fix: 'A value is shorter.' }
    files.add(file)
    return { text: readFileSync(file, 'utf8').replace(/\r?\n$/, '') }
  } catch (error) {
    const { code = 'EIO' } = error as NodeJS.ErrnoException
    files.add(file)
    return {
      message: `the file ${path} cannot be read (${code})`,
      fix: 'Paths are relative to the folder of the configuration.',
    }
  }
}
