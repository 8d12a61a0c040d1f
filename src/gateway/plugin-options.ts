/** Checks the options of a plugin against its schema: every problem, with the place of the entry in its file. */
import type { TSchema } from 'typebox'
import { validateValue } from './config/validate-value.ts'
import type { FilePosition, PluginConfig } from './config.ts'

/** More than anybody reads. */
const mostProblems = 20

/** What is wrong with the options of a plugin, one line each. Values are not repeated: they may be secrets. */
export function optionProblems(schema: TSchema, { name, options, at }: PluginConfig): string[] {
  const problems = validateValue(schema, options, 'the entry').map(
    ({ message, fix }) => `${positionText(at)}plugin ${name}: ${message}.${fix === undefined ? '' : ` ${fix}`}`,
  )
  return [...new Set(problems)].slice(0, mostProblems)
}

/** `FILE:LINE:COLUMN: `, or nothing where it is not known. */
export function positionText(at: FilePosition | undefined): string {
  return at === undefined ? '' : `${at.file}:${at.line}:${at.column}: `
}
