import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../../src/gateway/config/read-config.ts'

const blocks = [...readFileSync('docs/guide/gateway-plugins.md', 'utf8').matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, text = '']) => text.replace('./region-guard.ts', resolve('examples/gateway-plugin/region-guard.ts')),
)

test('every configuration in the guide of plugins is valid', async () => {
  expect(blocks.length).toBe(7)
  const folder = mkdtempSync(join(tmpdir(), 'guide-'))
  try {
    for (const [index, text] of blocks.entries()) {
      const route = 'routes:\n  - { id: a, method: POST, path: /a, target: "http://127.0.0.1:1" }\n'
      const auth = text.includes('token-validator') ? '' : 'auth: none\n'
      const file = join(folder, `${index}.yaml`)
      writeFileSync(file, `listen: 127.0.0.1:0\n${auth}${text.includes('routes:') ? '' : route}${text}`)
      const { errors } = await readConfig(file, { environment: {} })
      expect(errors).toEqual([])
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
