/** Commands that read messages: validate, translate, detect, and what they know about contracts. */
import { defaultContract } from '../../contracts/roles.ts'
import { currentOf } from '../../contracts/rows.ts'
import type { Section } from '../command.ts'
import { contractForms, flags, use } from '../flags.ts'

/** In examples. */
const versioned = currentOf(defaultContract)

const messageFile = {
  name: 'FILE|-',
  about: 'A file with one message, or - for standard input.',
  complete: 'files',
} as const

const messageFiles = {
  name: 'FILE|GLOB|-',
  about: 'Files, globs (quoted or not), folders, or - for standard input.',
  many: true,
  complete: 'files',
} as const

const contractArgument = {
  name: 'CONTRACT',
  about: `A contract: ${contractForms}.`,
  complete: 'contracts',
} as const

const source = use('face', 'type', 'status', 'wire')

export const validateOptions = {
  contract: { ...flags.contract, default: 'detected' },
  ...use('message'),
  ...source,
  ...use('level', 'conformance', 'junit', 'sarif', 'ruleset', 'fix', 'dry-run'),
}

export const translateOptions = {
  to: flags.to,
  from: { ...flags.from, value: 'CONTRACT' },
  ...source,
  ...use('to-face', 'final', 'strict'),
}

export const detectOptions = { contract: { ...flags.contract, default: 'every contract is tried' }, ...source }

export const noOptions = {}

export const messages: Section = {
  title: 'Messages',
  commands: [
    {
      name: 'validate',
      summary: 'Validate messages against their contract',
      about: [
        'Checks every file, and every *.json file of every folder. For each finding it prints what is wrong, where, which clause requires it, and how to fix it.',
        'A file contains a body, or with --wire a whole message. The output of curl -i, HAR recordings, event streams and OpenAPI documents are recognised. Each response of a HAR recording is validated.',
        'Only findings of level `must` make a message invalid. A `lenient` finding names a variant that was accepted; it never affects the exit code.',
        'With --conformance, everything that the specification requires of a conforming component is a `must`, for example that messages match the published schemas.',
        '--fix changes a file in place, only if the result is valid. With - the fixed message goes to standard output.',
      ],
      arguments: [messageFiles],
      options: validateOptions,
      examples: [
        { run: 'replywire validate reply.json', about: 'Detect the contract and validate against it.' },
        {
          run: `replywire validate --contract ${versioned} --status 409 body.json`,
          about: 'Validate a body against a given contract, with the status it came with.',
        },
        {
          run: `replywire validate --contract ${defaultContract} --conformance reply.json`,
          about: 'Check conformance.',
        },
        { run: "replywire validate --wire 'replies/**/*.json' --junit report.xml", about: 'Validate many, in CI.' },
        {
          run: 'replywire validate replies --ruleset rules.yaml --sarif report.sarif',
          about: 'Use your own levels, and write a report for code scanners.',
        },
        { run: `curl -s $URL | replywire validate --contract ${defaultContract} -`, about: 'Read standard input.' },
        { run: 'curl -si $URL | replywire validate -', about: 'Read status, headers and body.' },
        { run: 'replywire validate session.har', about: 'Validate each response of a recording.' },
        { run: 'replywire validate reply.json --contract ./mine.ts', about: 'Use your own contract.' },
      ],
      exits: [
        [0, 'no must findings (with --level should: no must or should findings)'],
        [1, 'findings'],
        [2, 'wrong usage, or input that cannot be read'],
      ],
      load: () => import('../commands/validate.ts'),
    },
    {
      name: 'translate',
      summary: 'Translate a response or a stream into another contract',
      about: [
        'Prints the translated message, with a line break at its end. A stream becomes a stream, or with --final the response at its end.',
        'Lists everything that the target contract cannot represent on standard error: nothing is lost silently.',
        'With --wire it reads and prints wire files. --json prints status and headers of any source.',
      ],
      arguments: [messageFile],
      options: translateOptions,
      examples: [
        { run: `replywire translate reply.json --to ${defaultContract}`, about: 'Print the translated body.' },
        {
          run: `replywire translate --wire reply.json --to ${versioned} --strict`,
          about: 'Print status, headers and body; fail when anything is lost.',
        },
        { run: `replywire translate run.sse --to ${defaultContract} --final`, about: 'Print the outcome of a stream.' },
      ],
      exits: [
        [0, 'translated'],
        [1, 'the source breaks its contract and --strict was given'],
        [2, 'wrong usage, or input that cannot be read'],
        [3, 'something was lost and --strict was given'],
      ],
      load: () => import('../commands/translate.ts'),
    },
    {
      name: 'detect',
      summary: 'Detect the contracts of messages',
      about: [
        'For one message, it lists every contract that recognises it, the most certain first, with the reason. For several messages, it prints one line per message, with the most certain contract.',
        'If the message is not a response, it also prints the kind: request, stream or document.',
      ],
      arguments: [messageFiles],
      options: detectOptions,
      examples: [
        { run: 'replywire detect reply.json', about: 'List the candidates.' },
        { run: "replywire detect 'replies/*.json' --json", about: 'Detect the contract of each file.' },
      ],
      exits: [
        [0, 'a contract recognises each message'],
        [2, 'no contract recognises one of them, wrong usage, or input that cannot be read'],
      ],
      load: () => import('../commands/detect.ts'),
    },
    {
      name: 'contracts',
      summary: 'List the contracts, their versions and carriers',
      about: ['Lists every contract that can be read and written, the current version first.'],
      arguments: [],
      options: noOptions,
      examples: [{ run: 'replywire contracts', about: 'List them.' }],
      load: () => import('../commands/contracts.ts'),
    },
    {
      name: 'rules',
      summary: 'List the rules of all contracts, or of one',
      about: ['Lists every rule with its level, its text, and the clause that it comes from.'],
      arguments: [{ ...contractArgument, optional: true }],
      options: noOptions,
      examples: [
        { run: 'replywire rules', about: 'List all rules.' },
        { run: `replywire rules ${versioned}`, about: 'List the rules of one version.' },
      ],
      load: () => import('../commands/rules.ts'),
    },
    {
      name: 'explain',
      summary: 'Explain a rule, with a good and a bad example',
      about: ['Prints what the rule requires, which clause says so, why, and how to fix a message that breaks it.'],
      arguments: [
        { name: 'RULE', about: 'A rule id, as findings show it.', complete: 'rules' },
        { ...contractArgument, optional: true, about: `${contractArgument.about} Default: all contracts.` },
      ],
      options: noOptions,
      examples: [{ run: `replywire explain ${defaultContract}/trace`, about: 'Explain a rule.' }],
      load: () => import('../commands/explain.ts'),
    },
    {
      name: 'schema',
      summary: 'List or print JSON Schemas of a contract',
      about: ['Without NAME it lists the schemas of the contract. With NAME it prints that schema.'],
      arguments: [contractArgument, { name: 'NAME', about: 'A schema of the contract.', optional: true }],
      options: noOptions,
      examples: [
        { run: `replywire schema ${defaultContract}`, about: 'List the schemas of the current version.' },
        { run: `replywire schema ${versioned} conflict`, about: 'Print one.' },
      ],
      load: () => import('../commands/schema.ts'),
    },
  ],
}
