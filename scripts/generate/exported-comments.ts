/** What the entries of the package export, read from their lists: names and the first sentence of their comments. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Export {
  readonly name: string
  readonly isType: boolean
  /** The first sentence of the comment. */
  readonly about: string
}

/** The entries of the package with the files that list their exports. */
export function packageEntries(): [entry: string, file: string][] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, { types?: string }>
  }
  return Object.entries(exports).flatMap(([name, { types }]): [string, string][] => {
    if (types === undefined) return []
    const pattern = types.replace('./dist/', 'src/').replace('.d.ts', '.ts')
    const entry = name.replace(/^\./, 'replywire')
    if (!pattern.includes('*')) return [[entry, pattern]]
    const [before = '', after = ''] = pattern.split('*')
    const files = globSync(pattern).toSorted()
    return files.map(file => [entry.replace('*', file.slice(before.length, -after.length)), file])
  })
}

/** The exports of a file, by name. Exports are listed by hand: there is no `export *`. */
export function exportsOf(file: string): Export[] {
  const text = readFileSync(file, 'utf8')
  const listed = [...text.matchAll(/^export (type )?\{([^}]*)\}(?: from '([^']+)')?/gm)].flatMap(
    ([, allTypes, names = '', from]) =>
      names
        .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        .split(',')
        .map(name => name.trim())
        .filter(name => name !== '')
        .map(item => {
          const [, isType, original = '', renamed = original] = /^(type )?(\w+)(?: as (\w+))?$/.exec(item) ?? []
          const source = from === undefined ? importedFrom(text, original, file) : join(dirname(file), from)
          const found = declarationOf(original, source ?? file)
          return {
            name: renamed,
            isType: allTypes !== undefined || isType !== undefined || found.isType,
            about: found.about,
          }
        }),
  )
  const declared = [...text.matchAll(declaration)].map(([, , name = '']) => ({ name, ...declarationOf(name, file) }))
  return [...declared, ...listed].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const declaration = /^export (?:declare )?(?:async )?(function\*?|const|class|abstract class|interface|type) (\w+)/gm

/** Where a name comes from that a file imports and exports again. */
function importedFrom(text: string, name: string, file: string): string | undefined {
  for (const [, names = '', from = ''] of text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)'/gm)) {
    if (new RegExp(`\\b${name}\\b`).test(names)) return join(dirname(file), from)
  }
  return undefined
}

function declarationOf(name: string, file: string): Omit<Export, 'name'> {
  if (!existsSync(file)) return { isType: false, about: '' }
  const text = readFileSync(file, 'utf8')
  const kinds = 'function\\*?|const|class|abstract class|interface|type'
  const pattern = new RegExp(
    `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n)?export (?:declare )?(?:async )?(${kinds}) ${name}\\b`,
  )
  const [found, comment = '', kind = ''] = pattern.exec(text) ?? []
  if (found !== undefined) {
    // A name may be a value and its type.
    const isValue = new RegExp(`^export (?:async )?(?:function\\*?|const|class) ${name}\\b`, 'm').test(text)
    return { isType: !isValue && /^(?:interface|type)$/.test(kind), about: sentenceOf(comment) }
  }
  for (const [, names = '', from = ''] of text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'/gm)) {
    const [, original = name] = new RegExp(`(\\w+) as ${name}\\b`).exec(names) ?? []
    if (new RegExp(`\\b${name}\\b`).test(names)) return declarationOf(original, join(dirname(file), from))
  }
  const source = importedFrom(text, name, file)
  return source === undefined ? { isType: false, about: '' } : declarationOf(name, source)
}

/** The first sentence of a comment, in one line of a table. */
export function sentenceOf(comment: string): string {
  const text = comment
    .split('\n')
    .map(line => line.replace(/^\s*\*? ?/, ''))
    .join('\n')
    .split(/\n\s*@/)[0]
    ?.replaceAll(/\s+/g, ' ')
    .trim()
  return (/^.*?[.:](?= |$)/.exec(text ?? '')?.[0] ?? text ?? '').replace(/:$/, '.').replaceAll('|', '\\|')
}
