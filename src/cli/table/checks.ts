/** Commands that check live services. */
import { defaultContract, runContract } from '../../contracts/roles.ts'
import type { Section } from '../command.ts'
import { flags, use } from '../flags.ts'

const address = {
  name: 'URL',
  about:
    'The service: http(s)://…, mcp+http(s)://…, "mcp+stdio:COMMAND ARGS", a2a+http(s)://…, or "file+host:COMMAND ARGS" for a host of agent files.',
  optional: true,
  complete: ['http://', 'https://', 'mcp+http://', 'mcp+stdio:', 'a2a+http://', 'file+host:'],
} as const

export const checkRunOptions = {
  contract: { ...flags.contract, default: 'that of the case file' },
  face: { ...flags.face, default: 'that of the address' },
  ...use('cases', 'operation', 'header', 'token', 'allow-effects'),
  only: { ...flags.only, about: 'Only the checks with these names, or the rules with these ids.' },
  ...use('level', 'baseline'),
  timeout: { ...flags.timeout, default: '30' },
  ...use('junit', 'sarif', 'markdown'),
} as const

export const checkInitOptions = {
  contract: { ...flags.contract, default: defaultContract },
  face: { ...flags.face, default: 'that of the address' },
  ...use('header', 'token'),
  timeout: { ...flags.timeout, default: '30' },
} as const

export const listenOptions = {
  ...use('forward-to', 'webhooks'),
  contract: { ...flags.contract, default: 'detected' },
  port: { ...flags.port, default: 'a free one' },
  ...use('host', 'har', 'secret', 'bearer', 'hmac', 'signed-by', 'key-set', 'public-url'),
} as const

export const triggerOptions = {
  contract: flags.contract,
  message: { ...flags.message, default: 'requests and webhooks' },
  ...use('allow-effects', 'header', 'token', 'secret', 'bearer', 'hmac'),
  timeout: { ...flags.timeout, default: '30' },
} as const

export const checks: Section = {
  title: 'Checks',
  commands: [
    {
      name: 'check',
      summary: 'Check that a live service conforms to a contract',
      about: [
        'Sends requests to the service, validates every answer against the rules of the contract, and checks the behaviour that the contract requires.',
      ],
      default: 'check run',
      commands: [
        {
          name: 'check run',
          summary: 'Check a live service; `replywire check URL` is short for it',
          about: [
            'A case file says what to send to provoke each answer of the contract; `check init` writes one. Without a case file, requests are derived from the OpenAPI document, the MCP tools or the agent card of the service.',
            'Operations that may change something are called only with --allow-effects, or if the case file or the service declares that they have no effects. What was not probed is listed.',
            'If the service cannot be reached, or does not answer in time, the check ends with exit code 2. A query in URL, such as ?envelope=ID, is added to every request.',
            `Without URL, ${runContract} reads AGENT_CONTRACT_TARGETS="URL=TASK_TYPE,URL=TASK_TYPE" and runs these tasks.`,
          ],
          arguments: [address],
          options: checkRunOptions,
          examples: [
            {
              run: `replywire check http://127.0.0.1:8080 --contract ${defaultContract}`,
              about: 'Check what can be called without effects.',
            },
            {
              run: `replywire check http://127.0.0.1:8080 --cases cases.yaml --allow-effects --markdown report.md`,
              about: 'Check every answer of a case file, and write a report.',
            },
            {
              run: `AGENT_CONTRACT_TARGETS="http://127.0.0.1:8000=LIT_RETRIEVAL" replywire check --contract ${runContract}`,
              about: 'Check the targets that the environment names.',
            },
          ],
          exits: [
            [0, 'every check passed (with --level should: without advice)'],
            [1, 'the service breaks a rule'],
            [2, 'wrong usage, nothing was probed, or the service could not be probed'],
            [130, 'interrupted (Ctrl+C, SIGTERM); the reports have what was probed until then'],
          ],
          load: () => import('../check/run.ts'),
        },
        {
          name: 'check init',
          summary: 'Print a case file for a service',
          about: [
            'Makes one case for each operation of the OpenAPI document, the MCP tools or the agent card, with a sample input. Complete it with the answers that you expect.',
          ],
          arguments: [{ ...address, optional: false }],
          options: checkInitOptions,
          examples: [
            {
              run: `replywire check init http://127.0.0.1:8080 --contract ${defaultContract} > cases.yaml`,
              about: 'Start a case file.',
            },
          ],
          load: () => import('../check/init.ts'),
        },
      ],
    },
    {
      name: 'listen',
      summary: 'Show the exchanges between a client and a service, or webhooks',
      about: [
        'With --forward-to it passes every request on to the service, and shows method, path, status, contract, duration and findings of each exchange. Streams are passed on as they arrive.',
        'With --webhooks it receives webhooks, verifies them with --hmac, --bearer or --secret, and answers 204, or 401 for a wrong sender.',
        'With --signed-by it verifies HTTP message signatures (RFC 9421), and accepts each once. With --key-set it does not read revocation lists.',
        'SIGINT (Ctrl+C) and SIGTERM end it with a report. A HAR file contains the last exchanges with their bodies (at most 1,000 and 64 MiB), without credentials in headers.',
      ],
      arguments: [],
      options: listenOptions,
      examples: [
        {
          run: 'replywire listen --forward-to http://127.0.0.1:8080 --port 8090 --har calls.har',
          about: 'Watch the calls of a client that uses port 8090.',
        },
        { run: 'replywire listen --webhooks --port 8091 --hmac @secret.txt', about: 'Receive and verify webhooks.' },
      ],
      exits: [
        [0, 'every exchange was valid'],
        [1, 'an answer broke its contract, or a webhook had a wrong sender'],
        [2, 'wrong usage, or a port or file that cannot be used'],
      ],
      load: () => import('../check/listen.ts'),
    },
    {
      name: 'trigger',
      summary: 'Send sample requests and webhooks of a contract',
      about: [
        'Sends each sample message of the contract to URL, and validates the answers. Requests go to the path of the contract under URL, webhooks to URL itself.',
        'If the contract defines no routes, each operation in the OpenAPI document of the service is called with a sample input. Operations that may have effects are called only with --allow-effects.',
      ],
      arguments: [{ name: 'URL', about: 'A service, or a receiver of webhooks: http(s)://….' }],
      options: triggerOptions,
      examples: [
        { run: `replywire trigger http://127.0.0.1:8122 --contract ${runContract}`, about: 'Send sample requests.' },
      ],
      exits: [
        [0, 'every sample was accepted, and the answers are valid'],
        [1, 'a sample was refused (HTTP 400 or above, such as 401), or an answer broke the contract'],
        [2, 'wrong usage, or no answer'],
      ],
      load: () => import('../check/trigger.ts'),
    },
  ],
}
