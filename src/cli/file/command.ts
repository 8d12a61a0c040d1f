/** The row of `replywire file` in the command table. */
import { runContract } from '../../contracts/roles.ts'
import type { Command, Options } from '../command.ts'

export const verbs = ['answer', 'watch', 'ask', 'check', 'status'] as const
export type Verb = (typeof verbs)[number]

export const fileOptions = {
  dir: {
    type: 'string',
    value: 'DIR',
    complete: 'files',
    about: 'Where the files are; the working directory if not given.',
  },
  agent: {
    type: 'string',
    value: 'FILE|NAME',
    complete: 'files',
    about: 'answer, watch: the file of a Replywire agent (its default export). ask: the name of the agent to run.',
  },
  url: {
    type: 'string',
    value: 'URL',
    about:
      'answer, watch: a remote agent that answers instead: http(s)://…, mcp+http(s)://…, "mcp+stdio:COMMAND ARGS", a2a+http(s)://….',
  },
  operation: {
    type: 'string',
    value: 'NAME',
    about: "With --url over MCP or A2A: the tool or skill; the request's agent name, or the only one, if not given.",
  },
  contract: {
    type: 'string',
    value: 'ID[@VERSION]',
    complete: 'contracts',
    about: 'With --url: the contract that the remote agent speaks; over MCP and A2A it is detected if not given.',
  },
  'token-env': {
    type: 'string',
    value: 'VARIABLE',
    about: 'With --url: the environment variable that holds its bearer token.',
  },
  store: {
    type: 'string',
    value: 'URL',
    complete: 'files',
    about:
      'answer, watch: with --agent, where steps, keys and approvals of its calls are stored: sqlite:PATH or postgres://…. Default: in memory, until the command ends.',
  },
  request: { type: 'string', value: 'NAME', complete: 'files', about: 'answer: this request file and no other.' },
  only: { type: 'string', value: 'NAME[,NAME…]', about: 'answer, watch: leave requests for other agents alone.' },
  'max-request-bytes': {
    type: 'string',
    value: 'BYTES',
    about: 'answer, watch, check: refuse request files that are larger. Default: 4194304 (4 MB).',
  },
  prompt: {
    type: 'string',
    value: 'TEXT|@FILE|@-',
    about: 'ask: the prompt, a file that holds it, or standard input.',
  },
  context: { type: 'string', value: 'JSON|@FILE|@-', about: 'ask: the context, a JSON object.' },
  phase: { type: 'string', value: 'NUMBER', about: 'ask: the phase; it has files of its own.' },
  'phase-name': { type: 'string', value: 'NAME', about: 'ask: what the phase is called.' },
  timeout: { type: 'string', value: 'SECONDS', about: 'ask: how long the agent may take; 120 if not given.' },
  model: { type: 'string', value: 'ID', about: 'ask: the model that the agent should use.' },
  name: { type: 'string', value: 'NAME', about: 'ask: what the run is called; its state is .NAME-state.json.' },
  wait: { type: 'boolean', about: 'ask: wait for the answer instead of ending with 42.' },
  fix: { type: 'boolean', about: 'check: mend what can be mended safely; originals are kept.' },
} as const satisfies Options

export const fileCommand: Command = {
  name: 'file',
  summary: 'Ask and answer through agent files',
  about: [
    'Agent files carry a question from one process to another: .agent-request.json (or -phaseN) is written by an orchestrator that then ends with 42, .agent-response.json by a host. Every file is written in one step; a response to another request is set aside as *.stale, a malformed one as *.rejected with its findings beside it; nothing is lost, nothing is used twice.',
    'answer answers one request, watch each that appears until Ctrl-C (once: finishes what runs; twice: gives it back). ask writes a request and ends with 42; run the same again and it prints the answer. check judges all agent files of a directory. status says what waits, since when, for whom.',
  ],
  arguments: [{ name: 'VERB', about: `${verbs.join(', ')}.`, values: verbs }],
  options: fileOptions,
  examples: [
    { run: 'replywire file answer --agent agent.ts', about: 'Answer the request that waits longest.' },
    { run: 'replywire file watch --dir /work/site --agent agent.ts', about: 'Answer each that appears.' },
    {
      run: 'replywire file watch --agent agent.ts --store sqlite:.replywire/replywire.db',
      about: 'The same, with approvals and keys that last.',
    },
    {
      run: `replywire file answer --url http://127.0.0.1:8122 --contract ${runContract}`,
      about: 'Let a remote agent answer.',
    },
    {
      run: 'replywire file answer --url mcp+http://127.0.0.1:8080/mcp --operation enhance',
      about: 'Let a tool of an MCP server answer.',
    },
    {
      run: 'replywire file ask --agent reviewer --prompt @prompt.md --context @facts.json --wait',
      about: 'Ask and wait for the answer.',
    },
    { run: 'replywire file check --fix', about: 'Say what is wrong, and mend it.' },
    { run: 'replywire file status', about: 'Say what waits.' },
  ],
  exits: [
    [0, 'done'],
    [1, 'the answer is an error or a timeout, there was nothing to answer, or check found something'],
    [2, 'wrong usage, or a file that cannot be read or written'],
    [42, 'an agent is needed: ask without an answer, status while something waits'],
    [130, 'interrupted, and the request is still there: answer, ask --wait'],
  ],
  load: () => import('../commands/file.ts'),
}
