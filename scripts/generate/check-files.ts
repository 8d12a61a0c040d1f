/** The JSON Schema of case files for `replywire check`. */
import { CaseFile } from '../../src/check/case-schema.ts'

export function checkFiles(): Map<string, string> {
  const document = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...CaseFile }
  return new Map([['schemas/check/cases.json', `${JSON.stringify(document, null, 2)}\n`]])
}
