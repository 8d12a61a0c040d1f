/** Commands for requests for approval. */
import type { Command, CommandFamily } from '../command.ts'
import { flags, use } from '../flags.ts'
import { changeExits, listExits, rowOptions, showExits, storeOrServer } from './row-options.ts'

export const inboxListOptions = {
  ...rowOptions,
  all: { ...flags.all, about: 'List decided and expired requests too.' },
  ...use('limit'),
}

export const approveOptions = { ...rowOptions, ...use('note', 'input', 'as') }
const refusalOptions = { ...rowOptions, ...use('note', 'as') }
const askBackOptions = { ...refusalOptions, note: { ...flags.note, about: 'The question. It is required.' } }

const approvalId = { name: 'ID', about: 'An approval, as `replywire inbox` lists it.' } as const

/** approve, reject and ask-back share a module. */
function deciding(decision: 'approve' | 'reject' | 'ask'): Command['load'] {
  return async () => {
    const { decide } = await import('../durable/decide.ts')
    return { run: invocation => decide(decision, invocation) }
  }
}

export const approvals: readonly (Command | CommandFamily)[] = [
  {
    name: 'inbox',
    summary: 'List and show requests for approval',
    about: [storeOrServer],
    default: 'inbox list',
    commands: [
      {
        name: 'inbox list',
        summary: 'List open requests for approval',
        about: ['Shows what would be done, who asks, since when, and when the request expires.'],
        arguments: [],
        options: inboxListOptions,
        examples: [
          { run: 'replywire inbox', about: 'Open requests in the store of this folder.' },
          { run: 'replywire inbox --url https://agents.example.com --token @token.txt', about: 'On a server.' },
        ],
        exits: listExits,
        load: () => import('../durable/inbox-list.ts'),
      },
      {
        name: 'inbox show',
        summary: 'Show a request for approval with its input and history',
        about: [],
        arguments: [approvalId],
        options: rowOptions,
        examples: [{ run: 'replywire inbox show apv_…', about: 'Show one.' }],
        exits: showExits,
        load: () => import('../durable/inbox-show.ts'),
      },
    ],
  },
  {
    name: 'approve',
    summary: 'Approve a request',
    about: [
      'A request is decided once, and the audit log keeps the decision. Nobody can approve their own request.',
      'A task that waits for the decision continues. Any other call continues when its caller repeats it with the token of the approval.',
      '--input is validated when the run continues, because the store does not know the schemas of the agent. If it is invalid, the run fails. Over HTTP it is validated at once.',
    ],
    arguments: [approvalId],
    options: approveOptions,
    examples: [
      { run: 'replywire approve apv_… --note "Within budget."', about: 'Approve.' },
      { run: `replywire approve apv_… --input '{"amount":3}'`, about: 'Approve with a changed input.' },
      { run: 'replywire approve apv_… --url https://agents.example.com --token @token.txt', about: 'On a server.' },
    ],
    exits: changeExits,
    load: deciding('approve'),
  },
  {
    name: 'reject',
    summary: 'Reject a request',
    about: ['A request is decided once, and the audit log keeps the decision. The requester receives the note.'],
    arguments: [approvalId],
    options: refusalOptions,
    examples: [{ run: 'replywire reject apv_… --note "Too much."', about: 'Reject, and say why.' }],
    exits: changeExits,
    load: deciding('reject'),
  },
  {
    name: 'ask-back',
    summary: 'Ask the requester a question before you decide',
    about: [
      'The requester receives --note as the question, so it is required. When they have answered, the request is in the inbox again.',
    ],
    arguments: [approvalId],
    options: askBackOptions,
    examples: [{ run: 'replywire ask-back apv_… --note "For which client?"', about: 'Ask.' }],
    exits: changeExits,
    load: deciding('ask'),
  },
]
