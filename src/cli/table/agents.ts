/** Commands for agents: create, develop, serve and call them. */
import { defaultContract, runContract } from '../../contracts/roles.ts'
import { contractRows } from '../../contracts/rows.ts'
import type { Section } from '../command.ts'
import { flags, use } from '../flags.ts'

const agentModule = { name: 'FILE', about: 'A module whose default export is an agent.', complete: 'files' } as const

/** The contracts that are available over MCP, its own first. */
const overMcp = contractRows
  .filter(({ current, versions }) => versions[current]?.includes('mcp'))
  .map(({ id }) => id)
  .toReversed()
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1')

export const serveOptions = {
  ...use('port', 'host', 'admin-port'),
  'default-contract': { ...flags['default-contract'], default: `the setting of the module, else ${defaultContract}` },
  store: { ...flags.store, default: 'the setting of the module, else sqlite:.replywire/replywire.db' },
  ...use('no-journal', 'no-auth'),
}

export const mcpOptions = {
  contract: { ...flags.contract, default: 'the setting of the module, else mcp' },
  store: { ...flags.store, default: 'the setting of the module, else in memory' },
}

export const callOptions = {
  contract: { ...flags.contract, default: 'the choice of the agent' },
  ...use('stream', 'wait', 'answer', 'approval', 'token', 'header', 'sign-key'),
  all: { ...flags.all, about: 'List the built-in routes of the agent too.' },
  timeout: { ...flags.timeout, default: 'as the contract states, else 300; no limit with --wait' },
}

export const initOptions = use('force')

export const demoOptions = { port: { ...flags.port, default: 'a free one' }, ...use('tour') }

export const agents: Section = {
  title: 'Agents',
  commands: [
    {
      name: 'demo',
      summary: 'Start agents, a gateway and the console on this machine, with a tour',
      about: [
        'Needs no keys and no network. Starts an agent with a store, a worker and the console, a plain service, the services of examples/fleet, and a gateway in front of all. Shows where everything is, then in a few steps what it does, each with the commands that repeat it. A request for approval waits in the inbox.',
        'Runs until Ctrl-C. Without a terminal, and with --tour or --json, the steps run one after the other; then the demo ends.',
        'With --port the agent and its console are at that port, and the gateway at the next one.',
      ],
      arguments: [],
      options: demoOptions,
      examples: [
        { run: 'replywire demo', about: 'Look around.' },
        { run: 'replywire demo --tour', about: 'Check that every step is as described, such as in CI.' },
      ],
      exits: [
        [0, 'done'],
        [2, 'a step is not as described, or a port is taken'],
        [130, 'interrupted'],
      ],
      load: () => import('../commands/demo.ts'),
    },
    {
      name: 'init',
      summary: 'Create a new agent',
      about: [
        'Writes a working agent, its test, a README, a tsconfig.json and a package.json with the scripts start, dev, test and types into a new folder.',
        'The package.json depends on the replywire that ran this command: on its version if it came from a registry, else on the tarball or folder (file:…).',
      ],
      arguments: [{ name: 'NAME', about: 'The name of the agent and of its folder.' }],
      options: initOptions,
      examples: [{ run: 'replywire init campaigns', about: 'Create ./campaigns.' }],
      load: () => import('../commands/init.ts'),
    },
    {
      name: 'dev',
      summary: 'Serve an agent and restart it when a file changes',
      about: [
        'Serves the agent, restarts it when a file in its folder is saved, and prints a call to copy for every operation and every contract.',
        'When a handler throws, it shows the exception with stack and source. When an answer does not match its schema, it shows where. Callers see neither.',
        'A restart ends open calls and hands running tasks to the next process.',
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
        'Prints the address and a call to copy. The module may also export `options` for the server: authenticate, limit, contract and others.',
        'The log goes to standard error. On a terminal (and with FORCE_COLOR) it has one line per call. Otherwise, and with --json, it is JSON.',
        'SIGTERM and Ctrl-C stop the server after open calls have finished.',
      ],
      arguments: [agentModule],
      options: serveOptions,
      examples: [
        { run: 'replywire serve agent.ts --port 8080', about: 'Serve it on this machine.' },
        {
          run: 'replywire serve agent.ts --default-contract ./mine.ts',
          about: 'Answer in your own contract by default.',
        },
      ],
      load: () => import('../commands/serve.ts'),
    },
    {
      name: 'mcp',
      summary: 'Serve an agent over stdio to an MCP host',
      about: [
        'Every operation is a tool. The caller is the user who starts the command, and needs no credentials. Standard output carries the protocol only; the log goes to standard error.',
        `--contract is the contract of the results: ${overMcp}.`,
        'Over HTTP the same tools are at /mcp of `replywire serve`.',
      ],
      arguments: [agentModule],
      options: mcpOptions,
      examples: [{ run: 'replywire mcp agent.ts --store sqlite:tasks.db', about: 'The command for an MCP host.' }],
      exits: [
        [0, 'the host disconnected, or a signal stopped it'],
        [2, 'wrong usage, or a module that cannot be served'],
      ],
      load: () => import('../commands/mcp.ts'),
    },
    {
      name: 'call',
      summary: 'Call an operation of an agent',
      about: [
        "Finds the operation in the agent's /openapi.json or by its task type under /agents/run, among the tools of an MCP server, or among the skills of an A2A agent. Without OPERATION it lists them.",
        'Inputs: key=value (converted as the schema requires), key:=JSON, @FILE or - for a JSON object. A key that is given several times becomes a list.',
        '--contract requests answers in this contract from a Replywire server, and reads them in it.',
        'Answer the questions of the agent with --answer, or in the terminal.',
        'REPLYWIRE_TOKEN is sent only to the origin of REPLYWIRE_URL, if that is set.',
      ],
      arguments: [
        {
          name: 'URL',
          about: `The agent: http(s)://…, mcp+http(s)://…, "mcp+stdio:COMMAND ARGS" or a2a+http(s)://….`,
          variable: 'REPLYWIRE_URL',
          optional: true,
          complete: ['http://', 'https://', 'mcp+http://', 'mcp+https://', 'mcp+stdio:', 'a2a+http://', 'a2a+https://'],
        },
        { name: 'OPERATION', about: 'An operation, a task type, a tool or a skill.', optional: true },
        { name: 'INPUT', about: 'key=value, key:=JSON, @FILE or -.', optional: true, many: true, complete: 'files' },
      ],
      options: callOptions,
      examples: [
        { run: 'replywire call http://127.0.0.1:8080', about: 'List the operations.' },
        { run: 'replywire call http://127.0.0.1:8080 greet name=Ada', about: 'Call an operation.' },
        {
          run: `replywire call http://127.0.0.1:8080 greet @input.json --contract ${runContract} --stream`,
          about: 'Watch it run.',
        },
        { run: 'replywire call mcp+http://127.0.0.1:8080/mcp', about: 'List the tools of an MCP server.' },
        { run: 'replywire call "mcp+stdio:node server.js" order size=large', about: 'Call a tool of a local server.' },
        {
          run: 'replywire call a2a+http://127.0.0.1:8080 plan budget=500 --wait',
          about: 'Call an A2A agent and wait for the result.',
        },
      ],
      exits: [
        [0, 'completed, or accepted as a task'],
        [1, 'failed, canceled or unknown; also an answer that no contract recognises, such as 404 with {}'],
        [
          2,
          'wrong usage; or no whole answer: no agent at the address, a redirect, a timeout, an answer that is too large or breaks off',
        ],
        [4, 'the agent needs something first: input, an approval or credentials'],
        [130, 'interrupted; the call, or the task that was waited for, is canceled'],
      ],
      load: () => import('../commands/call.ts'),
    },
    {
      name: 'types',
      summary: 'Write the operations of a service as TypeScript types',
      about: [
        'Reads an OpenAPI 3 document and prints the interface Api. With it, `connect<Api>(url)` of replywire/client knows the names, inputs and outputs of the operations.',
        'If TypeScript cannot express a schema, the type is wider, never wrong. Built-in routes of a Replywire server are left out.',
      ],
      arguments: [{ name: 'FILE', about: 'An OpenAPI document as JSON, or - for standard input.', complete: 'files' }],
      options: {},
      examples: [{ run: 'replywire types openapi.json > api.d.ts', about: 'Write the types of a service.' }],
      load: () => import('../commands/types.ts'),
    },
  ],
}
