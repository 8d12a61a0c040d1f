/** What is wrong with an answer, in words. */
import { type Finding, finding } from '../../codec/rule.ts'
import { rule } from './rules.ts'
import type { Breach, BreachMessage } from './validate.ts'

const messages: Readonly<Record<BreachMessage, (...values: readonly (string | number)[]) => string>> = {
  noRow: status => `Status ${status} is in no row of the table.`,
  rowType: (status, mediaType) => `Status ${status} goes with Content-Type ${mediaType}.`,
  noProfile: () => 'The header X-YAAgents-Profile is missing.',
  otherProfile: version => `The header X-YAAgents-Profile does not say v${version}.`,
  disguised: (type, mediaType) => `This is a body of the type ${type}, which goes with ${mediaType}.`,
  statusType: (status, type) => `Status ${status} goes with the type ${type}.`,
}

export function breachFinding({ rule: id, pointer, says }: Breach): Finding {
  const [name, ...values] = says ?? []
  return finding(rule(id), pointer, name && messages[name](...values))
}
