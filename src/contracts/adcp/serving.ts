/** How AdCP wants to be served. */
import type { Serving } from '../../codec/serving.ts'
import { a2a, mcp } from './serving/carriers.ts'
import { governance } from './serving/governance.ts'
import { idempotency } from './serving/keys.ts'
import { operations } from './serving/operations.ts'
import { publications } from './serving/publications.ts'
import { push } from './serving/push.ts'
import { request } from './serving/request.ts'
import { signatures } from './serving/signatures.ts'
import { tasks } from './serving/tasks.ts'

export const serving: Serving = {
  request,
  idempotency,
  push,
  signatures,
  governance,
  publications,
  tasks,
  operations,
  mcp,
  a2a,
  // The answer is the same over every carrier, so that arguments which are in the body need no place.
  presentIssue(issue) {
    const { location, ...rest } = issue
    return location === 'body' ? rest : issue
  },
}
