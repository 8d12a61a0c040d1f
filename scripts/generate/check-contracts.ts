/** What a contract needs before files can be generated from it. Each problem is one line: where, what, and how to fix it. */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Contract } from '../../src/codec/contract.ts'
import { isObject } from '../../src/lib/json-value.ts'
import { pointer } from '../../src/lib/pointer.ts'
import { annotations, type SchemasByVersion } from './validators.ts'

const root = 'src/contracts'

/** The files that every folder has, and what each must export. An export of `index.ts` depends on the name of the folder. */
const requiredFiles: readonly (readonly [string, string])[] = [
  ['schema.ts', 'schemas'],
  ['detect.ts', 'detect'],
  ['index.ts', ''],
]

/** Ends generation: nobody needs a stack trace for it. */
export class ContractProblems extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ContractProblems'
  }
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new ContractProblems(problems)
}

export function contractFolders(): string[] {
  return readdirSync(root, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []))
}

/** Before anything is imported: the files. */
export function checkFolders(): void {
  refuse(
    contractFolders().flatMap(folder =>
      requiredFiles.flatMap(([file, name]) => {
        if (existsSync(join(root, folder, file))) return []
        const what = name === '' ? 'the contract' : `\`${name}\``
        return [`${root}/${folder}: there is no ${file}. Add it; it exports ${what}.`]
      }),
    ),
  )
}

/** The name that `index.ts` exports a contract by. */
export function exportedName(id: string): string {
  return id.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** After the validators are written: the registry, exports and names, and the rules that schemas name. */
export async function checkContracts(contracts: readonly Contract[]): Promise<void> {
  const problems: string[] = []
  const ids = new Set(contracts.map(({ id }) => id))
  for (const { id } of contracts) {
    if (!existsSync(join(root, id)))
      problems.push(`${root}: there is no folder for the contract "${id}". The name of the folder is the id.`)
  }
  for (const folder of contractFolders()) {
    const module = await importFile(folder, 'index.ts')
    const found = Object.values(module).filter(value => contracts.includes(value as Contract)) as Contract[]
    const [contract] = found
    if (contract !== undefined && contract.id !== folder) {
      problems.push(
        `${root}/${folder}/index.ts: the id is "${contract.id}", and the folder "${folder}". Use one name for both.`,
      )
    } else if (!ids.has(folder)) {
      problems.push(
        `${root}/registry.ts: it has no row for the folder "${folder}". Import its contract, and add it to \`contracts\`.`,
      )
    } else if (!contracts.some(one => one.id === folder && one === module[exportedName(folder)])) {
      problems.push(
        `${root}/${folder}/index.ts: it does not export the contract by the name \`${exportedName(folder)}\`.`,
      )
    }
    const { detect } = await importFile(folder, 'detect.ts')
    if (typeof detect !== 'function')
      problems.push(`${root}/${folder}/detect.ts: it does not export the function \`detect\`.`)
  }
  refuse(problems)
  for (const contract of contracts) {
    problems.push(
      ...ruleProblems(contract, await readSchemas(contract.id)).map(
        problem => `${root}/${contract.id}/schema.ts: ${problem}`,
      ),
    )
  }
  refuse(problems)
}

/** The schemas of a contract, by version and name. */
export async function readSchemas(folder: string): Promise<SchemasByVersion> {
  const { schemas } = await importFile(folder, 'schema.ts')
  if (!isObject(schemas) || !Object.values(schemas).every(isObject)) {
    refuse([`${root}/${folder}/schema.ts: it does not export \`schemas\`: an object of schemas by edition and name.`])
  }
  return schemas as SchemasByVersion
}

/** Imports a file of a contract. */
async function importFile(folder: string, file: string): Promise<Record<string, unknown>> {
  return (await import(resolve(root, folder, file))) as Record<string, unknown>
}

/** Schemas without a rule, and rules that the edition does not have, by their pointers in `schemas`. */
export function ruleProblems({ id, editions }: Contract, schemas: SchemasByVersion): string[] {
  return Object.entries(schemas).flatMap(([version, named]) => {
    const edition = editions[version]
    if (edition === undefined) {
      return [`"${version}" is no edition of ${id}. It has: ${Object.keys(editions).join(', ')}.`]
    }
    const known = new Set(edition.rules.map(rule => rule.id))
    return Object.entries(named).flatMap(([name, schema]) => {
      const at = pointer(version, name)
      // With a rule at the root, each node has one: its own, or that of the nearest node around it.
      const lacks =
        typeof schema.rule === 'string' ? [] : [`${at} has no \`rule\`. It counts for each node without one.`]
      return [
        ...lacks,
        ...namedRules(schema, at).flatMap(([place, rule]) =>
          known.has(rule) ? [] : [`${place} names the rule "${rule}", which edition ${version} does not have.`],
        ),
      ]
    })
  })
}

/** Each annotation, by its pointer in `schemas`. */
function namedRules(node: unknown, at: string): (readonly [string, string])[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => namedRules(item, `${at}/${index}`))
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) =>
    annotations.includes(key) && typeof value === 'string'
      ? [[at + pointer(key), value] as const]
      : namedRules(value, at + pointer(key)),
  )
}
