/** The clauses of JSend that a message can keep or break. */
import { type Rule, ruleTable, stackTraceRule } from '../../src/codec/index.ts'

export const rules: readonly Rule[] = [
  {
    id: 'jsend/object',
    level: 'must',
    clause: 'JSend, "So how does it work?"',
    title: 'The body is an object.',
    why: 'A client looks for `status` in it.',
    fix: 'Put the value into `data` of `{"status": "success"}`.',
  },
  {
    id: 'jsend/status',
    level: 'must',
    clause: 'JSend, "So how does it work?"',
    title: '`status` is success, fail or error.',
    why: 'It decides what the other members mean.',
    fix: 'Use one of the three words.',
  },
  {
    id: 'jsend/data',
    level: 'must',
    clause: 'JSend, "Success"',
    title: 'A success has `data`.',
    why: 'Clients read it without asking whether it is there.',
    fix: 'Add `data`; null when there is nothing to return.',
  },
  {
    id: 'jsend/fail-data',
    level: 'must',
    clause: 'JSend, "Fail"',
    title: 'The `data` of a fail is an object.',
    why: 'Its members say why the request failed, each under the name of the value that is wrong.',
    fix: 'Put each reason under the name of its value, a general one under `message`.',
  },
  {
    id: 'jsend/message',
    level: 'must',
    clause: 'JSend, "Error"',
    title: 'An error has a `message`.',
    why: 'It is what clients show to their users.',
    fix: 'Say what went wrong in a sentence.',
  },
  {
    id: 'jsend/code',
    level: 'must',
    clause: 'JSend, "Error"',
    title: 'The `code` of an error is a number.',
    why: 'Clients compare it with the numbers they know.',
    fix: 'Send the number, or leave `code` out.',
  },
  {
    id: 'jsend/error-data',
    level: 'should',
    clause: 'JSend, "Error"',
    title: 'The `data` of an error is an object.',
    why: 'It is a container for whatever else is known about the error.',
    fix: 'Give each piece of information a name.',
  },
  {
    id: 'jsend/error-only',
    level: 'should',
    clause: 'JSend, "Required keys" and "Optional keys"',
    title: 'Only an error has `message` and `code`.',
    why: 'Clients do not look for them elsewhere.',
    fix: 'Move it into `data`.',
  },
  stackTraceRule('jsend', 'JSend, "Error"'),
]

export const rule = ruleTable(rules)
