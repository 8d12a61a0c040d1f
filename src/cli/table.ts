/** The command table. Parsing, help, completion and the reference page are all derived from it. */
import { defaultContract } from '../contracts/roles.ts'
import { currentOf } from '../contracts/rows.ts'
import { agentCommands } from './agents/table.ts'
import type { Command, Options } from './command.ts'
import { durableCommands } from './durable/table.ts'
import { fileCommand } from './file/command.ts'
import { storeCommand } from './store/command.ts'

/** In examples. */
const versioned = currentOf(defaultContract)

const faces = ['http', 'mcp', 'a2a', 'file'] as const

const messageFile = {
  name: 'FILE|-',
  about: 'A file that holds one message, or - for standard input.',
  complete: 'files',
} as const

/** How a file is to be understood. */
const sourceOptions = {
  face: { type: 'string', value: faces.join('|'), values: faces, about: 'The carrier that the message came over.' },
  type: {
    type: 'string',
    value: 'MEDIA-TYPE',
    about: 'The Content-Type that the body came with (over http). Other headers stay unknown.',
  },
  status: {
    type: 'string',
    value: 'CODE',
    about: 'The HTTP status that the body came with. Headers that are not told are unknown, not missing.',
  },
  wire: {
    type: 'boolean',
    about: 'The file holds {status, headers, body} (or text instead of body), not a body alone.',
  },
} as const satisfies Options

const contractOption = { type: 'string', value: 'ID[@VERSION]', complete: 'contracts' } as const

export const validateOptions = {
  contract: { ...contractOption, about: 'The contract to judge by; without it the contract is detected.' },
  message: {
    type: 'string',
    value: 'request|response|stream|DOCUMENT',
    complete: ['request', 'response', 'stream'],
    about: 'What the message is; without it that is detected. A contract may name further documents.',
  },
  ...sourceOptions,
  level: {
    type: 'string',
    value: 'must|should',
    values: ['must', 'should'],
    about: 'From which level on findings count for the exit code; must unless said otherwise.',
  },
  junit: { type: 'string', value: 'FILE', complete: 'files', about: 'Write a JUnit report to FILE too.' },
  fix: {
    type: 'boolean',
    about: 'Mend what can be mended safely, in place, when nothing invalid remains; with - to standard output.',
  },
  'dry-run': { type: 'boolean', about: 'With --fix: only say what would be mended.' },
} as const satisfies Options

export const translateOptions = {
  to: { ...contractOption, about: 'The contract to write.' },
  from: { ...contractOption, about: 'The contract of the message; without it the contract is detected.' },
  ...sourceOptions,
  'to-face': {
    type: 'string',
    value: 'FACE[@DIALECT]',
    complete: faces,
    about: "The carrier to write for; the source's own unless the target is not spoken there.",
  },
  strict: { type: 'boolean', about: 'Exit 3 when anything is lost, 1 when the source breaks its contract.' },
} as const satisfies Options

export const detectOptions = sourceOptions

export const rulesOptions = {
  contract: { ...contractOption, about: 'Only the rules of this contract.' },
} as const satisfies Options

export const noOptions = {} as const satisfies Options

export const commands: readonly Command[] = [
  {
    name: 'validate',
    summary: 'Judge messages by their contract',
    about: [
      'Judges every file, and every *.json file of every folder, and says what is wrong, where, by which clause, and how to mend it.',
      'Only findings of the level must make a message invalid. A finding of the level lenient names a variant that was read as meant; it never counts.',
    ],
    arguments: [
      {
        name: 'FILE|GLOB|-',
        about: 'Files, globs (quoted or not), folders, or - for standard input.',
        many: true,
        complete: 'files',
      },
    ],
    options: validateOptions,
    examples: [
      { run: 'replywire validate reply.json', about: 'Detect the contract and judge by it.' },
      {
        run: `replywire validate --contract ${versioned} --status 409 body.json`,
        about: 'Judge a body by a contract and the status it came with.',
      },
      { run: "replywire validate --wire 'replies/**/*.json' --junit report.xml", about: 'Judge many, for a build.' },
      { run: `curl -s $URL | replywire validate --contract ${defaultContract} -`, about: 'Judge standard input.' },
    ],
    exits: [
      [0, 'no finding of the level must (with --level should: nor of should)'],
      [1, 'findings'],
      [2, 'wrong usage, or input that cannot be read'],
    ],
    load: () => import('./commands/validate.ts'),
  },
  {
    name: 'translate',
    summary: 'Say the same in another contract',
    about: [
      'Prints the message as the other contract says it. What that contract cannot carry is named on standard error: nothing is lost silently.',
    ],
    arguments: [messageFile],
    options: translateOptions,
    examples: [
      { run: `replywire translate reply.json --to ${defaultContract}`, about: 'Print the body in another contract.' },
      {
        run: `replywire translate --wire reply.json --to ${versioned} --strict`,
        about: 'Print status, headers and body; fail when anything is lost.',
      },
    ],
    exits: [
      [0, 'translated'],
      [1, 'the source breaks its contract and --strict was given'],
      [2, 'wrong usage, or input that cannot be read'],
      [3, 'something was lost and --strict was given'],
    ],
    load: () => import('./commands/translate.ts'),
  },
  {
    name: 'detect',
    summary: 'Say which contract a message is written in',
    about: [
      'Lists every contract that recognises the message, the surest first, with its reason, and what the message is when it is no response: a request, a stream, a document.',
    ],
    arguments: [messageFile],
    options: detectOptions,
    examples: [{ run: 'replywire detect reply.json', about: 'List the candidates.' }],
    exits: [
      [0, 'at least one contract recognises the message'],
      [2, 'none does, wrong usage, or input that cannot be read'],
    ],
    load: () => import('./commands/detect.ts'),
  },
  {
    name: 'contracts',
    summary: 'List the contracts, their versions and faces',
    about: ['Lists every contract that can be read and written, the current version first.'],
    arguments: [],
    options: noOptions,
    examples: [{ run: 'replywire contracts', about: 'List them.' }],
    load: () => import('./commands/contracts.ts'),
  },
  {
    name: 'rules',
    summary: 'List the rules that messages are judged by',
    about: ['Lists every rule with its level, what it says, and the clause that it comes from.'],
    arguments: [],
    options: rulesOptions,
    examples: [{ run: `replywire rules --contract ${versioned}`, about: 'List the rules of one version.' }],
    load: () => import('./commands/rules.ts'),
  },
  {
    name: 'explain',
    summary: 'Explain a rule, with a good and a bad example',
    about: ['Says what the rule demands, where the specification says so, why, and how to mend a message.'],
    arguments: [{ name: 'RULE-ID', about: 'A rule, as a finding names it.', complete: 'rules' }],
    options: noOptions,
    examples: [{ run: `replywire explain ${defaultContract}/trace`, about: 'Explain a rule.' }],
    load: () => import('./commands/explain.ts'),
  },
  {
    name: 'schema',
    summary: 'List or print the published JSON Schemas',
    about: ['Without NAME it lists the schemas of a contract; with it, the schema is printed.'],
    arguments: [
      { name: 'ID[@VERSION]', about: 'A contract.', complete: 'contracts' },
      { name: 'NAME', about: 'A schema of the contract.', optional: true },
    ],
    options: noOptions,
    examples: [
      { run: `replywire schema ${defaultContract}`, about: 'List the schemas of the current version.' },
      { run: `replywire schema ${versioned} conflict`, about: 'Print one.' },
    ],
    load: () => import('./commands/schema.ts'),
  },
  ...agentCommands,
  ...durableCommands,
  fileCommand,
  storeCommand,
  {
    name: 'completion',
    summary: 'Print a completion script for a shell',
    about: ['The script completes commands, options, contracts and rules.'],
    arguments: [{ name: 'SHELL', about: 'bash, zsh or fish.', values: ['bash', 'zsh', 'fish'] }],
    options: noOptions,
    examples: [
      { run: 'source <(replywire completion bash)', about: 'In ~/.bashrc.' },
      { run: 'source <(replywire completion zsh)', about: 'In ~/.zshrc, after compinit.' },
      { run: 'replywire completion fish | source', about: 'In ~/.config/fish/config.fish.' },
    ],
    load: () => import('./commands/completion.ts'),
  },
  {
    name: 'help',
    summary: 'Say how to use a command',
    about: ['Without a command it lists them all.'],
    arguments: [{ name: 'COMMAND', about: 'A command.', optional: true, complete: 'commands' }],
    options: noOptions,
    examples: [{ run: 'replywire help validate', about: 'Say how to use one.' }],
    load: () => import('./commands/help.ts'),
  },
]
