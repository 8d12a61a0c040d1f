/** The JSON Schema of rulesets, from the words that their reader knows. */

import { mostReason, rulesetLevels } from '../../src/cli/validate/ruleset.ts'
import { unreadableRules } from '../../src/codec/json-rules.ts'

export function rulesetFiles(): Map<string, string> {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Ruleset of replywire validate',
    description: 'Turns rules off or changes their level. Every change has a reason, which the report prints.',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      rules: {
        description: 'The changed rules, by their ids as findings show them.',
        type: 'object',
        propertyNames: {
          pattern: '^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*$',
          not: { enum: [...unreadableRules] },
        },
        additionalProperties: {
          type: 'object',
          properties: {
            level: { enum: [...rulesetLevels] },
            reason: { type: 'string', pattern: '\\S', maxLength: mostReason },
          },
          required: ['level', 'reason'],
          additionalProperties: false,
        },
      },
    },
    required: ['rules'],
    additionalProperties: false,
  }
  return new Map([['schemas/ruleset/ruleset.json', `${JSON.stringify(schema, null, 2)}\n`]])
}
