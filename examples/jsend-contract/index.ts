/** JSend: `success`, `fail` or `error`, over HTTP. */
import {
  type Contract,
  type Face,
  type HttpWire,
  jsonRules,
  wellFormed,
  withoutStackTraces,
} from '../../src/codec/index.ts'
import { decode } from './decode.ts'
import { detect } from './detect.ts'
import { encode } from './encode.ts'
import { rule, rules } from './rules.ts'

/** No message for people holds a stack trace: the reader reports one, and the writer sends a fixed text. */
const http: Face<HttpWire> = withoutStackTraces({ decode, encode }, rule('jsend/stack-trace'))

export const jsend: Contract = {
  id: 'jsend',
  title: 'JSend',
  current: '1',
  editions: {
    '1': wellFormed({
      version: '1',
      specification: [{ title: 'JSend', url: 'https://github.com/omniti-labs/jsend' }],
      rules: [...jsonRules, ...rules],
      http,
      examples: async () => (await import('./examples.ts')).examples,
    }),
  },
  detect,
}
