/** What a Python source tree shows about its own architecture. */
import type { SourceFile } from './source-tree.ts'

export interface Layer {
  name: string
  files: string[]
  classes: string[]
  /** What the names of its classes end with, when all of them do. */
  suffix: string
  dependsOn: string[]
}

export interface Analysis {
  language: string
  modules: number
  lines: number
  layers: Layer[]
  entities: string[]
  /** The share of classes and functions that say what they are for. */
  documented: number
}

const definition = /^[ \t]*(?:class|def) [A-Za-z_]\w*[\s\S]*?:[ \t]*\n([ \t]*"""|)/gm

export function analyse(files: readonly SourceFile[]): Analysis {
  const modules = files.filter(({ path }) => path.endsWith('.py'))
  const names = [...new Set(modules.map(({ path }) => layerOf(path)))].toSorted()
  const definitions = modules.flatMap(({ text }) => [...text.matchAll(definition)])
  const told = definitions.filter(([, doc = '']) => doc !== '').length
  const layers = names.map(name => layer(name, modules))
  return {
    language: 'Python',
    modules: modules.length,
    lines: modules.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
    layers,
    entities: layers.find(({ name }) => name === 'models')?.classes ?? [],
    documented: Math.round((told / Math.max(1, definitions.length)) * 100) / 100,
  }
}

/** The directory that a module stands in. */
export function layerOf(path: string): string {
  return path.split('/').at(-2) ?? '.'
}

function layer(name: string, modules: readonly SourceFile[]): Layer {
  const own = modules.filter(({ path }) => layerOf(path) === name)
  const classes = own.flatMap(({ text }) => [...text.matchAll(/^class (\w+)/gm)].map(([, found = '']) => found))
  const imported = own.flatMap(({ text }) =>
    [...text.matchAll(/^from ([\w.]+) import/gm)].map(([, module = '']) => layerOf(module.replaceAll('.', '/'))),
  )
  const known = new Set(modules.map(({ path }) => layerOf(path)))
  return {
    name,
    files: own.map(({ path }) => path),
    classes,
    suffix: commonSuffix(classes),
    dependsOn: [...new Set(imported)].filter(other => other !== name && known.has(other)).toSorted(),
  }
}

/** `BookRepository`, `LoanRepository` → `Repository`: whole words, and not the whole of a name. */
function commonSuffix(names: readonly string[]): string {
  const words = names.filter(name => !name.endsWith('Error')).map(name => name.match(/[A-Z][a-z0-9]*/g) ?? [])
  const [first = []] = words
  const last = first.at(-1)
  const isShared = last !== undefined && words.every(parts => parts.length > 1 && parts.at(-1) === last)
  return isShared ? last : ''
}
