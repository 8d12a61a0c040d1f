/** Checks the options of a plugin against its schema: every problem, with the place of the entry in its file. */
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { isObject } from '../lib/json-value.ts'
import { didYouMean } from '../lib/suggest.ts'
import type { FilePosition, PluginConfig } from './config.ts'

/** More than anybody reads. */
const mostProblems = 20

/** What is wrong with the options of a plugin, one line each. Values are not repeated: they may be secrets. */
export function optionProblems(schema: TSchema, { name, options, at }: PluginConfig): string[] {
  const problems: string[] = []
  for (const { keyword, instancePath, params, message } of Errors(schema, options)) {
    const where = instancePath === '' ? '' : ` ${instancePath.slice(1).replaceAll('/', '.')}:`
    if (keyword === 'additionalProperties') {
      const { additionalProperties } = params
      for (const key of additionalProperties) {
        const question = didYouMean(key, namesAt(schema, instancePath))
        problems.push(`${where} unknown option "${key.slice(0, 64)}".${question === undefined ? '' : ` ${question}`}`)
      }
    } else if (keyword !== 'anyOf' && keyword !== 'boolean') problems.push(`${where} ${message}.`)
    else if (keyword === 'anyOf') problems.push(`${where} has none of the forms that are allowed here.`)
    if (problems.length >= mostProblems) break
  }
  return [...new Set(problems)].map(problem => `${positionText(at)}plugin ${name}:${problem}`)
}

/** `FILE:LINE:COLUMN: `, or nothing where it is not known. */
export function positionText(at: FilePosition | undefined): string {
  return at === undefined ? '' : `${at.file}:${at.line}:${at.column}: `
}

/** The names of members that a schema knows at a place. */
function namesAt(schema: unknown, path: string): string[] {
  let node = schema
  for (const token of path.split('/').slice(1)) {
    if (!isObject(node)) return []
    node = isObject(node.properties) ? node.properties[token] : node.items
  }
  return isObject(node) && isObject(node.properties) ? Object.keys(node.properties) : []
}
