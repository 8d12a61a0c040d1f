/** Commands for agent files. */
import { runContract } from '../../contracts/roles.ts'
import type { Section } from '../command.ts'
import { flags, use } from '../flags.ts'

const agentModule = {
  name: 'FILE',
  about: 'A module whose default export is an agent. Not with --url.',
  optional: true,
  complete: 'files',
} as const

export const answerOptions = {
  ...use('dir', 'url'),
  contract: { ...flags.contract, needs: 'url', default: 'detected over MCP and A2A; required over HTTP' },
  tool: { ...flags.tool, needs: 'url' },
  token: { ...flags.token, needs: 'url' },
  store: { ...flags.store, excludes: 'url', default: 'in memory, until the command ends' },
  only: { ...flags.only, about: 'Only requests for these agents.' },
  ...use('max-request-bytes'),
} as const

export const answerOneOptions = { ...answerOptions, ...use('request') } as const

export const runOptions = {
  ...use('with', 'resume-arg', 'max-rounds'),
  ...answerOptions,
} as const

export const askOptions = {
  ...use('dir', 'agent', 'prompt', 'context', 'phase', 'phase-name'),
  timeout: { ...flags.timeout, default: '120' },
  ...use('model', 'name', 'wait'),
} as const

export const checkOptions = use('dir', 'fix', 'max-request-bytes')

export const statusOptions = use('dir')

export const files: Section = {
  title: 'Files',
  commands: [
    {
      name: 'file',
      summary: 'Ask and answer through agent files',
      about: [
        'Agent files carry a request from one process to another. An orchestrator writes .agent-request.json (or .agent-request-phaseN.json) and exits with 42. A host writes .agent-response.json.',
        'Every file is written in one step. A response to another request is renamed to *.stale. A malformed response is renamed to *.rejected, with its findings in a second file. Nothing is lost, and nothing is used twice.',
      ],
      commands: [
        {
          name: 'file ask',
          summary: 'Write a request, and print its answer',
          about: ['Exits with 42 while there is no answer. Run the same command again to print the answer.'],
          arguments: [],
          options: askOptions,
          examples: [
            {
              run: 'replywire file ask --agent reviewer --prompt @prompt.md --context @facts.json --wait',
              about: 'Ask and wait for the answer.',
            },
          ],
          exits: [
            [0, 'answered'],
            [1, 'the answer is an error, a timeout or a question'],
            [2, 'wrong usage, or a file that cannot be read or written'],
            [42, 'an agent is needed: there is no answer yet'],
            [130, 'interrupted with --wait; the request stays'],
          ],
          load: () => import('../file/ask.ts'),
        },
        {
          name: 'file answer',
          summary: 'Answer one request',
          about: ['Answers the oldest request, with the agent of a module or a remote agent.'],
          arguments: [agentModule],
          options: answerOneOptions,
          examples: [
            { run: 'replywire file answer agent.ts', about: 'Answer the oldest request.' },
            {
              run: `replywire file answer --url http://127.0.0.1:8122 --contract ${runContract}`,
              about: 'Let a remote agent answer.',
            },
            {
              run: 'replywire file answer --url mcp+http://127.0.0.1:8080/mcp --tool enhance',
              about: 'Let a tool of an MCP server answer.',
            },
          ],
          exits: [
            [0, 'answered with a success'],
            [1, 'the answer is an error, a timeout or a question, or there was nothing to answer'],
            [2, 'wrong usage, or a file that cannot be read or written'],
            [130, 'interrupted; the request stays'],
          ],
          load: () => import('../file/answer.ts'),
        },
        {
          name: 'file watch',
          summary: 'Answer every request until Ctrl-C',
          about: [
            'After Ctrl-C it takes no new requests and finishes the running ones. A second Ctrl-C stops at once, and other hosts can answer these.',
          ],
          arguments: [agentModule],
          options: answerOptions,
          examples: [
            { run: 'replywire file watch agent.ts --dir /work/site', about: 'Answer every request in a folder.' },
            {
              run: 'replywire file watch agent.ts --store sqlite:.replywire/replywire.db',
              about: 'Keep approvals and idempotency keys in a store.',
            },
          ],
          load: () => import('../file/watch.ts'),
        },
        {
          name: 'file run',
          summary: 'Run a program, answer its requests, and run it again while it exits with 42',
          about: [
            'The program runs in the folder of the files, with the standard streams of this command. When it exits with 42, every request that waits is answered, and the program is started again. Any other exit code ends the loop.',
            'Write -- before the program, so that its options are not read as options of this command. Reports go to standard error.',
          ],
          arguments: [
            { name: 'PROGRAM', about: 'The program, and after it its arguments.', complete: 'files', many: true },
          ],
          options: runOptions,
          examples: [
            { run: 'replywire file run --with agent.ts -- python3 orchestrate.py', about: 'Run it to its end.' },
            {
              run: 'replywire file run --with agent.ts --resume-arg=--resume -- ./template-create',
              about: 'Start it with --resume from the second time on.',
            },
          ],
          exits: [
            [0, 'the program ended with 0; otherwise its own exit code, or 128 plus the number of its signal'],
            [2, 'wrong usage; exit code 42 without a request, or too often; a program that cannot be started'],
            [130, 'interrupted; the program was stopped'],
          ],
          load: () => import('../file/run.ts'),
        },
        {
          name: 'file check',
          summary: 'Validate all agent files of a folder',
          about: [
            'Also lists the files that were renamed (*.stale, *.rejected). --fix keeps a copy of each file that it changes.',
          ],
          arguments: [],
          options: checkOptions,
          examples: [{ run: 'replywire file check --fix', about: 'Report what is wrong, and fix it.' }],
          exits: [
            [0, 'no problems'],
            [1, 'problems'],
            [2, 'wrong usage, or a file that cannot be read or written'],
          ],
          load: () => import('../file/check.ts'),
        },
        {
          name: 'file status',
          summary: 'Show which requests wait, since when, and for which agent',
          about: [],
          arguments: [],
          options: statusOptions,
          examples: [{ run: 'replywire file status', about: 'Show what waits in this folder.' }],
          exits: [
            [0, 'nothing waits'],
            [2, 'wrong usage, or a file that cannot be read'],
            [42, 'an agent is needed: a request waits'],
          ],
          load: () => import('../file/status.ts'),
        },
      ],
    },
  ],
}
