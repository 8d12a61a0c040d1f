/** Commands of the gateway. */
import { defaultContract } from '../../contracts/roles.ts'
import type { Section } from '../command.ts'
import { flags, use } from '../flags.ts'

const file = {
  name: 'FILE',
  about: 'The configuration: gateway.yaml, or a classic routes.yaml.',
  optional: true,
  complete: 'files',
} as const

export const gatewayInitOptions = {
  from: {
    ...flags.from,
    value: 'FILE',
    complete: 'files',
    about: 'The OpenAPI document to take routes from, as YAML or JSON.',
    default: 'an example route',
  },
  probe: flags.probe,
  contract: { ...flags.contract, default: defaultContract },
  force: flags.force,
} as const

export const gatewayCheckOptions = use('classic', 'mode', 'no-auth')

export const gatewayRunOptions = use('mode', 'workers', 'no-auth', 'classic')

export const gateway: Section = {
  title: 'Gateway',
  commands: [
    {
      name: 'gateway',
      summary: 'Put a gateway in front of existing agents',
      about: [
        'Validates the answers of upstreams, authenticates and limits callers, and passes on streams. The agents stay as they are.',
      ],
      commands: [
        {
          name: 'gateway init',
          summary: 'Write a gateway.yaml',
          about: [
            'Writes a configuration with a comment for every setting. Its routes come from an OpenAPI document: a file (--from), or /openapi.json of a running service (--probe).',
          ],
          arguments: [{ ...file, about: 'The file to write. Default: gateway.yaml.' }],
          options: gatewayInitOptions,
          examples: [
            { run: 'replywire gateway init --from openapi.yaml', about: 'Start from an OpenAPI document.' },
            {
              run: 'replywire gateway init --probe http://127.0.0.1:8080',
              about: 'Start from what a running service publishes.',
            },
          ],
          load: () => import('../gateway/init.ts'),
        },
        {
          name: 'gateway check',
          summary: 'Validate a configuration and print its routes',
          about: [
            'Reports every error with its line and column, and prints the routes with what applies to them. Nothing is started and no upstream is called.',
            'Without FILE: gateway.yaml, else the file of GATEWAY_ROUTES_FILE, else routes.yaml.',
          ],
          arguments: [file],
          options: gatewayCheckOptions,
          examples: [
            { run: 'replywire gateway check', about: 'Check gateway.yaml in this folder.' },
            { run: 'replywire gateway check routes.yaml --no-auth --json', about: 'Check a classic file.' },
          ],
          exits: [
            [0, 'the configuration is valid'],
            [1, 'the configuration has errors'],
            [2, 'wrong usage'],
          ],
          load: () => import('../gateway/check.ts'),
        },
        {
          name: 'gateway run',
          summary: 'Run a gateway',
          about: [
            'Reads the configuration again on SIGHUP and when one of its files changes, without dropping a request or a stream. A configuration with errors is reported, and the previous one stays in use.',
            'SIGTERM and SIGINT (Ctrl+C) stop it: new calls get 503, and open calls and streams have 30 seconds to end (the setting drain). A second signal ends it at once.',
            'Without FILE: gateway.yaml, else the file of GATEWAY_ROUTES_FILE, else routes.yaml. The GATEWAY_* variables of the original gateway are used for settings that the file does not have.',
          ],
          arguments: [file],
          options: gatewayRunOptions,
          examples: [
            { run: 'replywire gateway run', about: 'Run gateway.yaml.' },
            {
              run: 'replywire gateway run --mode report --workers 4',
              about: 'Report broken answers without replacing them, in four processes.',
            },
            {
              run: 'GATEWAY_PORT=8120 replywire gateway run routes.yaml --no-auth',
              about: 'Run a classic file without authentication.',
            },
          ],
          load: () => import('../gateway/run.ts'),
        },
      ],
    },
  ],
}
