/** The commands around agents: make one, run it while it is written, serve it, call it. */
import { defaultContract, runContract } from '../../contracts/roles.ts'
import { contractRows } from '../../contracts/rows.ts'
import type { Command, Options } from '../command.ts'

const agentModule = { name: 'FILE', about: 'A module whose default export is an agent.', complete: 'files' } as const
const contract = { type: 'string', value: 'ID', complete: 'contracts' } as const

/** The contracts that are spoken over MCP, its own first. */
const overMcp = contractRows
  .filter(({ current, versions }) => versions[current]?.includes('mcp'))
  .map(({ id }) => id)
  .toReversed()
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1')

export const serveOptions = {
  port: { type: 'string', value: 'PORT', about: 'The port to listen on; 0 for any free one. Default: 8080.' },
  host: { type: 'string', value: 'ADDRESS', about: 'The address to listen on. Default: this machine only.' },
  contract: { ...contract, about: `The contract for callers who ask for none. Default: ${defaultContract}.` },
  'admin-port': { type: 'string', value: 'PORT', about: 'Metrics and health on a port of their own.' },
  store: {
    type: 'string',
    value: 'sqlite:PATH|postgres://…',
    about:
      'Where tasks, keys and approvals are stored. Default: what the module says, else sqlite:.replywire/replywire.db.',
  },
  'no-auth': { type: 'boolean', about: 'Let anyone call, when the module sets no authentication.' },
} as const satisfies Options

export const mcpOptions = {
  contract: {
    ...contract,
    about: `The contract of results: ${overMcp}. Default: what the module says, else mcp.`,
  },
  store: {
    ...serveOptions.store,
    about: 'Where tasks and approvals last; in memory unless said here or by the module.',
  },
} as const satisfies Options

export const callOptions = {
  as: { ...contract, about: 'The contract to be answered in.' },
  stream: { type: 'boolean', about: 'Show the run while it goes on.' },
  wait: { type: 'boolean', about: 'Follow a task to its end.' },
  contract: {
    ...contract,
    value: 'ID[@VERSION]',
    about: 'MCP, A2A: the contract to read the answer by; detected if not given.',
  },
  answer: {
    type: 'string',
    many: true,
    value: 'NAME=VALUE',
    about: 'MCP, A2A: the answer to what the agent asks; may be given many times.',
  },
  approval: {
    type: 'string',
    many: true,
    value: 'TOKEN',
    about: 'The token of an approval that was given, for the repeated call; may be given many times.',
  },
  timeout: { type: 'string', value: 'SECONDS', about: 'How long the call may take; without it, as long as it takes.' },
  header: {
    type: 'string',
    many: true,
    value: 'NAME:VALUE',
    about: 'A header to send, such as authorization:Bearer…; may be given many times.',
  },
} as const satisfies Options

export const initOptions = {
  force: { type: 'boolean', about: 'Write into a folder that is not empty.' },
} as const satisfies Options

export const agentCommands: readonly Command[] = [
  {
    name: 'init',
    summary: 'Make a new agent',
    about: [
      'Writes a working agent, its test, a README, a tsconfig.json and a package.json with the scripts start, dev, test and types into a folder.',
      'The package.json depends on the replywire that made it: on its version where it came from a registry, else on the tarball or folder at hand (file:…).',
    ],
    arguments: [{ name: 'NAME', about: 'The name of the agent and of its folder.' }],
    options: initOptions,
    examples: [{ run: 'replywire init campaigns', about: 'Make one in ./campaigns.' }],
    load: () => import('../commands/init.ts'),
  },
  {
    name: 'dev',
    summary: 'Serve an agent while it is written',
    about: [
      'Serves the agent, restarts it when a file in its folder is saved, and prints a call to copy for every operation and every contract.',
      'What a handler throws is shown with its stack and source, an answer that breaks its schema with its place; callers see neither. A restart ends open calls and hands running tasks to the next process.',
    ],
    arguments: [agentModule],
    options: serveOptions,
    examples: [{ run: 'replywire dev agent.ts', about: 'Serve and reload.' }],
    load: () => import('../commands/dev.ts'),
  },
  {
    name: 'serve',
    summary: 'Serve an agent over HTTP in every contract',
    about: [
      'Prints its address and a call to copy. The module may also export `options` for the server: authenticate, limit, contract and so on.',
      'The log goes to standard error: one line a call on a terminal (and with FORCE_COLOR), JSON elsewhere and with --json.',
      'SIGTERM stops it; open calls are finished first.',
    ],
    arguments: [agentModule],
    options: serveOptions,
    examples: [{ run: 'replywire serve agent.ts --port 8080', about: 'Serve it on this machine.' }],
    load: () => import('../commands/serve.ts'),
  },
  {
    name: 'mcp',
    summary: 'Serve an agent over stdio to an MCP host',
    about: [
      'Every operation is a tool. Whoever starts it is the local user and needs no credentials; standard output is the protocol alone, the log goes to standard error.',
      'Over HTTP the same is at /mcp of `replywire serve`.',
    ],
    arguments: [agentModule],
    options: mcpOptions,
    examples: [{ run: 'replywire mcp agent.ts --store sqlite:tasks.db', about: 'What an MCP host is told to start.' }],
    exits: [
      [0, 'the host has gone, or a signal ended it'],
      [2, 'wrong usage, or a module that cannot be served'],
    ],
    load: () => import('../commands/mcp.ts'),
  },
  {
    name: 'call',
    summary: 'Call an operation of an agent',
    about: [
      "Finds the operation in the agent's /openapi.json, or by its task type under /agents/run; as a tool of an MCP server; as a skill on the card of an A2A agent. Without OPERATION it lists what there is.",
      'Inputs: key=value (a text, or what the schema wants), key:=JSON, @FILE or - for a JSON object. A key that is given more than once is a list.',
      'What an agent asks first is answered by --answer, or in the terminal.',
    ],
    arguments: [
      {
        name: 'URL',
        about: 'Where the agent is: http(s)://…, mcp+http(s)://…, "mcp+stdio:COMMAND ARGS" or a2a+http(s)://….',
        complete: ['http://', 'https://', 'mcp+http://', 'mcp+https://', 'mcp+stdio:', 'a2a+http://', 'a2a+https://'],
      },
      { name: 'OPERATION', about: 'An operation, a task type, a tool or a skill.', optional: true },
      { name: 'INPUT', about: 'key=value, key:=JSON, @FILE or -.', optional: true, many: true, complete: 'files' },
    ],
    options: callOptions,
    examples: [
      { run: 'replywire call http://127.0.0.1:8080 greet name=Ada', about: 'Call an operation.' },
      {
        run: `replywire call http://127.0.0.1:8080 greet @input.json --as ${runContract} --stream`,
        about: 'Watch it run.',
      },
      { run: 'replywire call mcp+http://127.0.0.1:8080/mcp', about: 'List the tools of an MCP server.' },
      { run: 'replywire call "mcp+stdio:node server.js" order size=large', about: 'Call a tool of a local server.' },
      {
        run: 'replywire call a2a+http://127.0.0.1:8080 plan budget=500 --wait',
        about: 'Call an A2A agent to the end.',
      },
    ],
    exits: [
      [0, 'completed, or accepted as a task'],
      [1, 'failed'],
      [2, 'wrong usage, or no agent at the address'],
      [4, 'the agent asks for something first'],
      [130, 'interrupted; the call, or the task that was waited for, is cancelled'],
    ],
    load: () => import('../commands/call.ts'),
  },
]
