/** Every option of every command, once: an option means the same wherever it appears. */
import { keyAlgorithms, keyUses } from '../lib/key-use.ts'
import { carriers } from '../wire/wire.ts'
import type { Options } from './command.ts'
import { duration, headerLines, instant, keyId, secret, statusRange, storeUrl, wholeNumber } from './option-values.ts'

const contract = { type: 'string', value: 'CONTRACT', complete: 'contracts' } as const
const number = { type: 'string', value: 'NUMBER' } as const
const time = { type: 'string', value: 'DURATION', read: duration } as const
const secretText = { type: 'string', complete: 'files', read: secret } as const

/** How a contract is written on the command line. */
export const contractForms = 'ID, ID@VERSION or the path of a module that exports one'

export const flags = {
  // Messages
  contract: { ...contract, about: `The contract of the messages: ${contractForms}.` },
  from: {
    ...contract,
    value: 'CONTRACT|FILE',
    about: `The contract of the source: ${contractForms}.`,
    default: 'detected',
  },
  to: { ...contract, about: `The contract to translate into: ${contractForms}.` },
  face: { type: 'string', value: carriers.join('|'), values: carriers, about: 'The carrier of the message.' },
  'to-face': {
    type: 'string',
    value: 'FACE[@DIALECT]',
    complete: carriers,
    about: 'The carrier to write for, with its version if it has several.',
    default: 'the carrier of the source, if the target contract supports it',
  },
  message: {
    type: 'string',
    value: 'request|response|stream|DOCUMENT',
    complete: ['request', 'response', 'stream'],
    about: 'The kind of the message, or a document of the contract.',
    default: 'detected',
  },
  type: {
    type: 'string',
    value: 'MEDIA-TYPE',
    about: 'The Content-Type of the body (over HTTP). Other headers count as unknown, not as missing.',
  },
  status: {
    type: 'string',
    value: 'CODE',
    about: 'The HTTP status of the response. Headers that are not given count as unknown, not as missing.',
  },
  wire: {
    type: 'boolean',
    about: 'The file contains {status, headers, body} (or text instead of body), not only a body.',
  },
  level: {
    type: 'string',
    value: 'must|should',
    values: ['must', 'should'],
    about: 'The lowest level of findings that makes the exit code 1.',
    default: 'must',
  },
  conformance: {
    type: 'boolean',
    about:
      'Check conformance: everything that the specification requires for it is a `must`, and each finding names its document.',
  },
  junit: { type: 'string', value: 'FILE', complete: 'files', about: 'Also write a JUnit report to FILE.' },
  'forward-to': { type: 'string', value: 'URL', about: 'The service to pass requests on to.' },
  webhooks: { type: 'boolean', about: 'Receive webhooks.', excludes: 'forward-to' },
  har: {
    type: 'string',
    value: 'FILE',
    complete: 'files',
    needs: 'forward-to',
    about: 'At the end, write the exchanges to FILE as HAR.',
  },
  sarif: { type: 'string', value: 'FILE', complete: 'files', about: 'Also write a SARIF 2.1.0 report to FILE.' },
  ruleset: {
    type: 'string',
    value: 'FILE',
    complete: 'files',
    about: 'A file (JSON or YAML) that turns rules off or changes their level, each with a reason.',
  },
  fix: { type: 'boolean', about: 'Fix what can be fixed safely.' },
  'dry-run': { type: 'boolean', needs: 'fix', about: 'Only report what --fix would change.' },
  final: {
    type: 'boolean',
    about: 'Print the outcome at the end of a stream as a plain response.',
    default: 'a stream stays a stream, if the target contract has streams',
  },
  strict: { type: 'boolean', about: 'Exit 3 when anything is lost, 1 when the source breaks its contract.' },

  // Agents
  tour: { type: 'boolean', about: 'Run the tour without waiting for a key, then end.' },
  force: { type: 'boolean', about: 'Write into a folder that is not empty, or over a file.' },
  port: { type: 'string', value: 'PORT', about: 'The port to listen on; 0 picks a free one.', default: '8080' },
  host: { type: 'string', value: 'ADDRESS', about: 'The address to listen on.', default: 'this machine only' },
  'admin-port': { type: 'string', value: 'PORT', about: 'Serve metrics and health on this separate port.' },
  'no-journal': { type: 'boolean', about: 'Keep no journal of requests, whatever the module sets.' },
  'default-contract': { ...contract, about: `The contract for callers that ask for none: ${contractForms}.` },
  'no-auth': { type: 'boolean', about: 'Accept calls without credentials if no authentication is configured.' },
  url: {
    type: 'string',
    value: 'URL',
    variable: 'REPLYWIRE_URL',
    about:
      'The address of the agent or server: http(s)://…. To call an agent, also mcp+http(s)://…, "mcp+stdio:COMMAND ARGS" or a2a+http(s)://….',
  },
  token: {
    ...secretText,
    value: 'TOKEN|@FILE',
    variable: 'REPLYWIRE_TOKEN',
    about: 'The bearer token to send, or the file that contains it.',
  },
  header: {
    type: 'string',
    many: true,
    value: 'NAME:VALUE|@FILE',
    complete: 'files',
    read: headerLines,
    about: 'A header to send, or a file with one header per line. Can be repeated.',
  },
  'sign-key': {
    type: 'string',
    value: 'FILE',
    complete: 'files',
    about: 'Sign requests (RFC 9421, AdCP 3.1) with the request-signing key of this file of keys.',
  },
  stream: { type: 'boolean', about: 'Show progress and partial output while the operation runs.' },
  wait: { type: 'boolean', about: 'Wait for the final answer.' },
  timeout: { type: 'string', value: 'SECONDS', about: 'How long the agent may take.' },
  answer: {
    type: 'string',
    many: true,
    value: 'NAME=VALUE',
    about: 'The answer to a question of the agent. Can be repeated.',
  },
  approval: {
    ...secretText,
    many: true,
    value: 'TOKEN|@FILE',
    about: 'The token of an approval, for the repeated call, or the file that contains it. Can be repeated.',
  },

  // Gateway
  probe: { type: 'string', value: 'URL', excludes: 'from', about: 'A running service to take routes from.' },
  classic: { type: 'boolean', about: 'Read the file as a classic routes.yaml, whatever its name.' },
  mode: {
    type: 'string',
    value: 'report|enforce',
    values: ['report', 'enforce'],
    about:
      'What happens to broken answers: report passes them on and reports them, enforce replaces them. Routes that are off stay off.',
    default: 'the setting of each route',
  },
  workers: { ...number, about: 'How many processes to run.', default: '1', read: wholeNumber(1, 64) },

  // Checks
  cases: {
    type: 'string',
    value: 'FILE',
    complete: 'files',
    about: 'A case file (YAML or JSON): what to send to provoke each answer of the contract.',
    default: 'derived from what the service publishes',
  },
  'allow-effects': { type: 'boolean', about: 'Also call operations that may change something.' },
  baseline: {
    type: 'string',
    value: 'FILE',
    complete: 'files',
    about: 'An earlier --json report. Its findings are known and do not count.',
  },
  markdown: { type: 'string', value: 'FILE', complete: 'files', about: 'Also write a Markdown report to FILE.' },

  // Runs
  store: {
    type: 'string',
    value: 'URL',
    variable: 'REPLYWIRE_STORE',
    read: storeUrl,
    about: 'The store: sqlite:PATH or postgres://USER@HOST/NAME.',
    default: 'sqlite:.replywire/replywire.db',
  },
  tenant: { type: 'string', value: 'TENANT', about: 'Only this tenant.', default: 'all tenants' },
  state: { type: 'string', value: 'STATE', about: 'Only this state.' },
  operation: { type: 'string', value: 'NAME', about: 'Only this operation.' },
  governance: {
    type: 'string',
    value: 'NAME',
    about: 'Only what was accepted under a governance token with this id or subject.',
  },
  'http-status': {
    type: 'string',
    value: 'CODE|5xx',
    read: statusRange,
    about: 'Only answers with this HTTP status, or of this class: 404, 5xx.',
  },
  'contract-id': { type: 'string', value: 'ID', complete: 'contracts', about: 'Only answers in this contract.' },
  'request-id': { type: 'string', value: 'ID', about: 'Only requests with this id.' },
  since: {
    type: 'string',
    value: 'DURATION|TIME',
    read: instant,
    about: 'Only requests since then: a duration such as 15m, 24h or 7d, or a time such as 2026-11-18T06:00:00Z.',
  },
  dead: { type: 'boolean', about: 'Only tasks that failed and have no attempts left.' },
  all: {
    type: 'boolean',
    about: 'List everything, not only what is used most.',
  },
  limit: { ...number, about: 'Show at most this many.', default: '20', read: wholeNumber(1, 1000) },
  note: { type: 'string', value: 'TEXT', about: 'A note for the requester, kept with the decision.' },
  input: {
    type: 'string',
    value: 'JSON|@FILE|@-',
    complete: 'files',
    about: 'Approve with this input instead of the requested one: a JSON object.',
  },
  as: {
    type: 'string',
    value: 'NAME',
    about: 'Who decides. The audit log keeps this name and your account.',
    default: 'the name of your account',
  },
  'secret-file': {
    type: 'string',
    value: 'FILE',
    complete: 'files',
    about: 'The file with the secret that all processes on the store share.',
    default: 'REPLYWIRE_SECRET, else FILE.key next to a SQLite file',
  },
  secret: { ...secretText, value: 'whsec_…|@FILE', about: 'Sign or verify as Standard Webhooks, with this secret.' },
  bearer: { ...secretText, value: 'TOKEN|@FILE', about: 'Send or expect this AdCP bearer token.' },
  hmac: { ...secretText, value: 'SECRET|@FILE', about: 'Sign or verify with AdCP HMAC-SHA256 and this secret.' },
  'signed-by': {
    type: 'string',
    value: 'URL',
    about: 'Webhooks must be signed (RFC 9421) by the agent with this URL.',
  },
  'key-set': {
    type: 'string',
    value: 'FILE',
    complete: 'files',
    about: 'The public keys of that agent (JWKS).',
    default: 'found from its URL, as AdCP publishes them',
  },
  'public-url': {
    type: 'string',
    value: 'URL',
    about: 'The URL that was registered, which the signature covers.',
    default: 'the address of the request',
  },
  'allow-loopback': { type: 'boolean', about: 'Allow a receiver on this machine, also over http.' },
  gateway: {
    type: 'boolean',
    about: 'FILE is the configuration of a gateway: forward its tasks, and take no calls.',
  },
  concurrency: {
    ...number,
    about: 'The most tasks to run at once.',
    default: 'the setting of the module, else 10',
    read: wholeNumber(1, 1000),
  },
  'per-tenant': {
    ...number,
    about: 'The most tasks of one tenant at once, across all workers that set this option.',
    default: 'the setting of the module, else unlimited',
    read: wholeNumber(1, 1000),
  },
  lease: {
    type: 'string',
    value: 'SECONDS',
    about: 'How long a worker may be silent before another worker takes its task.',
    default: 'the setting of the module, else 30',
    read: wholeNumber(1, 3600),
  },
  quiet: { type: 'boolean', about: 'Print errors only.' },

  // Files
  dir: {
    type: 'string',
    value: 'DIR',
    complete: 'files',
    about: 'The folder of the files.',
    default: 'the working directory',
  },
  tool: {
    type: 'string',
    value: 'NAME',
    about: 'The tool or skill to call (over MCP and A2A).',
    default: 'the agent that the request names, else the only one',
  },
  request: { type: 'string', value: 'NAME', complete: 'files', about: 'Answer only this request file.' },
  only: {
    type: 'string',
    value: 'NAME[,NAME…]',
    about: 'Only these.',
  },
  'max-request-bytes': {
    type: 'string',
    value: 'BYTES',
    about: 'Reject larger request files.',
    default: '4194304 (4 MB)',
    read: wholeNumber(1, 999_999_999),
  },
  with: {
    type: 'string',
    value: 'FILE',
    complete: 'files',
    excludes: 'url',
    about: 'The module whose default export is the agent that answers.',
  },
  'resume-arg': {
    type: 'string',
    many: true,
    value: 'ARG',
    about: 'An argument for every start except the first. Can be repeated. Write --resume-arg=--resume.',
  },
  'max-rounds': {
    ...number,
    about: 'How often the program may exit with 42.',
    default: '100',
    read: wholeNumber(0, 100_000),
  },
  agent: { type: 'string', value: 'NAME', about: 'The name of the agent to ask.' },
  prompt: {
    type: 'string',
    value: 'TEXT|@FILE|@-',
    complete: 'files',
    about: 'The prompt, a file with it, or standard input.',
  },
  context: {
    type: 'string',
    value: 'JSON|@FILE|@-',
    complete: 'files',
    about: 'The context of the prompt: a JSON object.',
  },
  phase: { ...number, about: 'The number of the phase. Each phase has its own files.', read: wholeNumber(1, 999_999) },
  'phase-name': { type: 'string', value: 'NAME', about: 'The name of the phase.' },
  model: { type: 'string', value: 'ID', about: 'The model that the agent should use.' },
  name: { type: 'string', value: 'NAME', about: 'The name of the run. Its state is in .NAME-state.json.' },

  // Keys
  'key-file': {
    type: 'string',
    value: 'FILE',
    complete: 'files',
    variable: 'REPLYWIRE_KEY_FILE',
    about: 'The file of the keys. Only its owner may read it.',
    default: '.replywire/keys.json',
  },
  use: { type: 'string', value: 'USE', values: keyUses, about: 'What the key signs.', default: 'request-signing' },
  alg: { type: 'string', value: 'ALG', values: keyAlgorithms, about: 'The algorithm of the key.', default: 'EdDSA' },
  kid: { type: 'string', value: 'ID', read: keyId, about: 'The id of the key.', default: 'a new one' },
  jti: { type: 'boolean', about: 'ID is the id of a governance token, not of a key.' },
  'agent-url': { type: 'string', value: 'URL', about: 'The URL by which others know the agent.' },
  'agent-type': {
    type: 'string',
    value: 'TYPE',
    about: 'What the agent does: sales, buying, governance.',
    default: 'sales',
  },
  'agent-id': { type: 'string', value: 'ID', about: 'The id of the agent in brand.json.', default: 'agent' },
  out: {
    type: 'string',
    value: 'FOLDER',
    complete: 'files',
    about: 'The folder to write to.',
    default: 'standard output',
  },

  // Store
  keep: {
    ...time,
    about: 'How long to keep ended tasks, deliveries and approvals: 7d, 24h, 30m.',
    default: '30d',
  },
  'keep-tasks': { ...time, about: 'How long to keep ended tasks and their events.', default: '--keep' },
  'keep-deliveries': { ...time, about: 'How long to keep ended webhook deliveries.', default: '--keep' },
  'keep-approvals': { ...time, about: 'How long to keep ended approvals.', default: '--keep' },
  'keep-claims': { ...time, about: 'How long to keep idempotency keys after they expire.', default: '1h' },
} as const satisfies Options

/** Options by name. */
export function use<N extends keyof typeof flags>(...names: readonly N[]): Pick<typeof flags, N> {
  return Object.fromEntries(names.map(name => [name, flags[name]])) as Pick<typeof flags, N>
}
