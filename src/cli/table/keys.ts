/** Commands for signing keys. */
import type { Exits, Section } from '../command.ts'
import { use } from '../flags.ts'

export const keyOptions = use('key-file')
export const keyNewOptions = { ...keyOptions, ...use('use', 'alg', 'kid') }
export const keyRevokeOptions = { ...keyOptions, ...use('jti') }
export const keyPublishOptions = { ...keyOptions, ...use('agent-url', 'agent-type', 'agent-id', 'out') }

const exits: Exits = [
  [0, 'done'],
  [2, 'wrong usage, or a key file that cannot be read'],
]
const changeExits: Exits = [
  [0, 'done'],
  [1, 'not found'],
  [2, 'wrong usage, or a key file that cannot be read'],
]

export const keys: Section = {
  title: 'Keys',
  commands: [
    {
      name: 'keys',
      summary: 'Make, list, rotate, revoke and publish signing keys',
      about: [
        'Private keys stay in a file that only its owner can read. No command prints one.',
        'A server that publishes its keys reads the file again when it changes.',
      ],
      default: 'keys list',
      commands: [
        {
          name: 'keys new',
          summary: 'Make a key',
          about: ['The newest key of a use signs. Older ones stay valid until they are retired or revoked.'],
          arguments: [],
          options: keyNewOptions,
          examples: [
            { run: 'replywire keys new', about: 'Make a key that signs requests and webhooks.' },
            { run: 'replywire keys new --use governance-signing', about: 'Make one that signs governance tokens.' },
          ],
          exits,
          load: () => import('../keys/new.ts'),
        },
        {
          name: 'keys list',
          summary: 'List the keys',
          about: [
            '`active` keys sign, `retired` ones are still published, `revoked` ones must be refused by all verifiers.',
          ],
          arguments: [],
          options: keyOptions,
          examples: [{ run: 'replywire keys list --json', about: 'List them, for a program.' }],
          exits,
          load: () => import('../keys/list.ts'),
        },
        {
          name: 'keys rotate',
          summary: 'Make a key, and retire the earlier ones',
          about: ['Retired keys sign no more, and stay published: what they have signed can still be verified.'],
          arguments: [],
          options: keyNewOptions,
          examples: [{ run: 'replywire keys rotate', about: 'Replace the key that signs requests and webhooks.' }],
          exits,
          load: () => import('../keys/rotate.ts'),
        },
        {
          name: 'keys revoke',
          summary: 'Revoke a key, or a governance token',
          about: [
            'The private half of a revoked key is deleted, and the revocation list names the key. This cannot be undone.',
          ],
          arguments: [{ name: 'ID', about: 'The id of a key, as `replywire keys list` shows it, or of a token.' }],
          options: keyRevokeOptions,
          examples: [
            { run: 'replywire keys revoke request-2026-11-18-1f2e3d4c', about: 'Revoke a key.' },
            { run: 'replywire keys revoke --jti jti_7', about: 'Revoke a governance token.' },
          ],
          exits: changeExits,
          load: () => import('../keys/revoke.ts'),
        },
        {
          name: 'keys publish',
          summary: 'Write the key set, brand.json entry and revocation list',
          about: ['For documents that another server publishes. A server with `signing.publish` serves them itself.'],
          arguments: [],
          options: keyPublishOptions,
          examples: [
            {
              run: 'replywire keys publish --agent-url https://seller.example/mcp --out public',
              about: 'Write the documents to a folder.',
            },
          ],
          exits,
          load: () => import('../keys/publish.ts'),
        },
      ],
    },
  ],
}
