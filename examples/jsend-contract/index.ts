/** JSend: `success`, `fail` or `error`, over HTTP. */
import { type Contract, jsonRules, wellFormed } from '../../src/codec/index.ts'
import { decode } from './decode.ts'
import { detect } from './detect.ts'
import { encode } from './encode.ts'
import { rules } from './rules.ts'

export const jsend: Contract = {
  id: 'jsend',
  title: 'JSend',
  current: '1',
  editions: {
    '1': wellFormed({
      version: '1',
      rules: [...jsonRules, ...rules],
      http: { decode, encode },
      examples: async () => (await import('./examples.ts')).examples,
    }),
  },
  detect,
}
