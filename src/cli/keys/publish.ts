/** `replywire keys publish`: the documents about the keys, on standard output or in a folder. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contracts } from '../../contracts/registry.ts'
import type { Json } from '../../lib/json-value.ts'
import { openKeyRing } from '../../runtime/key-ring.ts'
import { publicationSource, publicationsOf } from '../../server/publications.ts'
import { printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import type { keyPublishOptions } from '../table/keys.ts'
import { usageError } from '../usage.ts'
import { requireKeys } from './view.ts'

export async function run({ values, terminal }: Invocation<typeof keyPublishOptions>): Promise<number> {
  const { 'agent-url': url, 'agent-type': type = 'sales', 'agent-id': id = 'agent', out: folder } = values
  if (url === undefined || !/^https?:\/\//i.test(url) || URL.parse(url) === null) {
    throw usageError('Name the agent whose keys they are: --agent-url https://….')
  }
  const { content } = openKeyRing(values['key-file'])
  // Published, it would withdraw every key that is published now.
  requireKeys(content, values['key-file'])
  const source = publicationSource(content, { agent: { url, type, id } }, Date.now())
  const documents: Record<string, Json> = {}
  for (const { file, make } of publicationsOf(contracts).values()) {
    const document = await make(source)
    if (document !== undefined) documents[file] = document
  }
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    for (const [file, document] of Object.entries(documents)) {
      writeFileSync(join(folder, file), `${JSON.stringify(document, null, 2)}\n`)
    }
  }
  terminal.result(documents, out => {
    if (folder === undefined) return out.line(JSON.stringify(documents, null, 2))
    for (const file of Object.keys(documents)) out.line(`${out.style.good('✓')} ${printable(join(folder, file))}`)
    out.line('Publish them again at least every 15 minutes: verifiers refuse all keys once the revocation list is old.')
  })
  return exitCodes.ok
}
