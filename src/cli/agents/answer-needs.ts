/** Answers to the questions of an agent: from the command line, or typed at the terminal. */

import type { Answers } from '../../client/connection.ts'
import type { Json } from '../../lib/json-value.ts'
import type { Need } from '../../outcome/need.ts'
import type { TaskRef } from '../../outcome/outcome.ts'
import { coerce } from '../../server/http/coerce.ts'
import { printable } from '../columns.ts'
import type { Terminal } from '../terminal.ts'
import { usageError } from '../usage.ts'
import { questionOf } from './show-outcome.ts'

/** What the answer to a need is called. */
function nameOf(need: Need): string {
  switch (need.kind) {
    case 'input':
      return need.name
    case 'reply':
      return 'reply'
    case 'approval':
      return 'approve'
    case 'credentials':
      return 'credentials'
  }
}

/** How to answer a need by an option. */
export function howToAnswer(need: Need): string {
  const value = need.kind === 'approval' ? 'yes' : need.kind === 'credentials' ? 'yes' : '…'
  return printable(`answer with --answer ${nameOf(need)}=${value}`)
}

/** What to do about an approval that this caller cannot give: who can, where, and how to continue. */
export function howOthersApprove(need: Need, { task, approval }: { task?: TaskRef; approval?: string } = {}): string[] {
  if (need.kind !== 'approval') return []
  const id = approval?.split('/').at(-1) ?? ''
  const where = id === '' ? 'replywire inbox; GET /approvals' : `replywire inbox show ${id}; GET ${approval}`
  const then =
    task !== undefined
      ? `then the task ${task.id} continues by itself`
      : need.token !== undefined
        ? `then repeat the call with --approval ${need.token} (MCP: _meta["replywire/call"].approvalTokens; REST: X-Approval-Token)`
        : 'then repeat the call'
  return [`somebody else has to approve it, in the agent's inbox (${where})`, then].map(printable)
}

const yes = /^(?:y|yes|true)$/i

function answerIn(need: Need, texts: readonly string[]): Json {
  const [text = ''] = texts
  if (need.kind === 'approval' || need.kind === 'credentials') return yes.test(text)
  return need.kind === 'input' ? coerce(texts, need.schema) : text
}

/** Answers needs; undefined when there is no answer to any. Each answer of the command line is given once. */
export async function answererOf(
  words: readonly string[],
  terminal: Terminal,
): Promise<(needs: readonly Need[]) => Promise<Answers | undefined>> {
  const given = new Map<string, string[]>()
  for (const word of words) {
    const [, name = '', value = ''] = /^([^=]+)=([\s\S]*)$/.exec(word) ?? []
    if (name === '') throw usageError('An answer is NAME=VALUE.')
    given.set(name, [...(given.get(name) ?? []), value])
  }
  const isAttended = process.stdin.isTTY === true && terminal.err.isTerminal && !terminal.json
  return async needs => {
    const answers = new Map<string, Json>()
    for (const need of needs) {
      const name = [nameOf(need), ...(need.kind === 'approval' ? [need.key] : [])].find(one => given.has(one))
      const texts = name === undefined ? undefined : given.get(name)
      if (name !== undefined && texts !== undefined) {
        answers.set(nameOf(need), answerIn(need, texts))
        given.delete(name)
      } else if (isAttended) {
        const text = await ask(need, terminal)
        if (text !== '') answers.set(nameOf(need), answerIn(need, [text]))
      }
    }
    return answers.size === 0 ? undefined : Object.fromEntries(answers)
  }
}

async function ask(need: Need, { err }: Terminal): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const hint = need.kind === 'approval' || need.kind === 'credentials' ? ' (yes/no)' : ''
  try {
    return (await lines.question(`${err.style.warn('?')} ${printable(questionOf(need))}${hint} `)).trim()
  } finally {
    lines.close()
  }
}
