/** `strict`: an answer that breaks its contract is a failure. Loaded for callers who want it so. */
import { isValid } from '../codec/rule.ts'
import { fault } from '../outcome/fault.ts'
import { failed } from '../outcome/outcome.ts'
import type { Reply } from './connection.ts'

export function strictReply(reply: Reply): Reply {
  const { findings, contract } = reply
  if (contract === undefined || isValid(findings)) return reply
  const rules = [...new Set(findings.filter(({ level }) => level === 'must').map(({ rule }) => rule))].join(', ')
  const message = `The answer breaks ${contract.id}@${contract.version}: ${rules}.`
  return { ...reply, outcome: failed(fault('integrity', message, { code: 'CONTRACT_BROKEN', recovery: 'stop' })) }
}
