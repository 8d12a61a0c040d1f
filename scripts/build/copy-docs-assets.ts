/** Copies the files of swagger-ui-dist that `/docs` serves, with their licence: the package itself is not installed. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copiedAssets } from '../../src/server/docs/assets.ts'

const licences = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']

export function copyDocsAssets(): void {
  const from = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
  const to = 'dist/server/docs/swagger-ui'
  mkdirSync(to, { recursive: true })
  for (const file of [...copiedAssets, ...licences]) copyFileSync(join(from, file), join(to, file))
}
