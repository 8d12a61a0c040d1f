/** `npm run generate` names each mistake in the folder of a new contract: where, what, and how to fix it. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyWithJsend } from './repository-copy.ts'

const { folder, node, edit } = copyWithJsend()
const jsend = 'src/contracts/jsend'

afterAll(() => rmSync(folder, { recursive: true }))

/** What generation prints with one mistake, which is undone. */
function printed(path: string, mistake: () => void): string {
  const [file, kept] = [join(folder, path), readFileSync(join(folder, path))]
  mistake()
  const { status, output } = node('scripts/generate.ts')
  if (!existsSync(file) || !readFileSync(file).equals(kept)) writeFileSync(file, kept)
  expect(status).toBe(1)
  return output
}

const replaced = (path: string, from: string, to: string) => printed(path, () => edit(path, from, to))

test.each(['schema.ts', 'detect.ts', 'index.ts'])('%s is missing', file => {
  const path = `${jsend}/${file}`
  const output = printed(path, () => renameSync(join(folder, path), join(folder, `${path}.off`)))
  expect(output).toMatch(new RegExp(`^src/contracts/jsend: there is no ${file}\\. Add it; it exports .*\\.\n$`))
})

test.each([
  [
    'the id is not the name of the folder',
    `${jsend}/index.ts`,
    ["id: 'jsend'", "id: 'j-send'"],
    'src/contracts/jsend/index.ts: the id is "j-send", and the folder "jsend". Use one name for both.\n',
  ],
  [
    'the schemas have another name',
    `${jsend}/schema.ts`,
    ['export const schemas', 'export const schema'],
    'src/contracts/jsend/schema.ts: it does not export `schemas`: an object of schemas by edition and name.\n',
  ],
  [
    'the detector has another name',
    `${jsend}/detect.ts`,
    ['export function detect(', 'export { detect as recognise }\nfunction detect('],
    "does not provide an export named 'detect'\n",
  ],
  [
    'the contract has another name',
    `${jsend}/index.ts`,
    ['export const jsend', 'export const JSend'],
    "does not provide an export named 'jsend'\n",
  ],
  [
    'there is no row',
    'src/contracts/registry.ts',
    [', jsend]', ']'],
    'src/contracts/registry.ts: it has no row for the folder "jsend". Import its contract, and add it to `contracts`.\n',
  ],
  [
    'a node names a rule that the edition does not have',
    `${jsend}/schema.ts`,
    ["type: 'number', rule: 'jsend/code'", "type: 'number', rule: 'jsend/cod'"],
    'src/contracts/jsend/schema.ts: /1/error/properties/code/rule names the rule "jsend/cod", which edition 1 does not have.\n',
  ],
  [
    'a schema has no rule',
    `${jsend}/schema.ts`,
    [
      "data: { type: 'object', rule: 'jsend/error-data' },\n      },\n      rule: 'jsend/object',",
      "data: { type: 'object', rule: 'jsend/error-data' },\n      },",
    ],
    'src/contracts/jsend/schema.ts: /1/error has no `rule`. It counts for each node without one.\n',
  ],
  [
    'a version is no edition',
    `${jsend}/schema.ts`,
    ["  '1': {", '  one: {'],
    'src/contracts/jsend/schema.ts: "one" is no edition of jsend. It has: 1.\n',
  ],
] as const)('%s', (_, path, [from, to], message) => {
  const output = replaced(path, from, to)
  expect(output).toContain(message)
  expect(output.trimEnd().split('\n').at(-1)).toContain(message.trimEnd())
  expect(output).not.toContain('    at ')
})

test('the contract is exported and imported by a name that is not its id', () => {
  const registry = 'src/contracts/registry.ts'
  edit(registry, 'import { jsend }', 'import { JSend as jsend }')
  const output = replaced(`${jsend}/index.ts`, 'export const jsend', 'export const JSend')
  edit(registry, 'import { JSend as jsend }', 'import { jsend }')
  expect(output).toContain('src/contracts/jsend/index.ts: it does not export the contract by the name `jsend`.\n')
})

test('without a mistake it writes the files', () => {
  expect(node('scripts/generate.ts')).toMatchObject({ status: 0 })
})
