/** Calls of one client to five services, and what has to come back. All answers are in the client's contract. */
import { vendorPrefix } from '../../src/contracts/yaagents/status.ts'

export interface FleetCall {
  readonly title: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  readonly type: string
  /** What the text of the answer contains. */
  readonly contains: readonly string[]
  /** What the contract of the client has no place for. */
  readonly losses?: readonly string[]
}

const json = 'application/json'
/** A media type of the profile. */
const profile = (name: string): string => `${vendorPrefix}${name}+json`
const until = '2027-06-30T00:00:00Z'

export const calls: readonly FleetCall[] = [
  {
    title: 'A story, as a stream of events',
    method: 'POST',
    path: '/stories',
    body: { hero: 'Ada', sentences: 1 },
    headers: { accept: 'text/event-stream' },
    status: 200,
    type: 'text/event-stream',
    contains: ['event: progress', 'event: outcome', '"story":"Once Ada'],
  },
  {
    title: 'Papers, from a service with task types and one envelope for everything',
    method: 'POST',
    path: '/papers/search',
    body: { query: 'naps of nurses', limit: 1 },
    status: 200,
    type: json,
    contains: ['"id":"FIC-002"', '"trace":{'],
    losses: ['/outcome/citations', '/outcome/spanRefs'],
  },
  {
    title: 'The same as a stream: each event is translated as it comes',
    method: 'POST',
    path: '/papers/search',
    body: { query: 'naps of nurses', limit: 1 },
    headers: { accept: 'text/event-stream' },
    status: 200,
    type: 'text/event-stream',
    contains: ['"message":"ranking"', 'event: outcome', '"id":"FIC-002"'],
  },
  {
    title: 'A mistake that the service finds',
    method: 'POST',
    path: '/papers/search',
    body: { limit: 1 },
    status: 422,
    type: profile('validation-error'),
    contains: ['"code":"VALIDATION_FAILED"', '"field":"inputs.query"'],
  },
  {
    title: 'Programs, from a service with rows, pages and bills',
    method: 'GET',
    path: '/programs?q=IT%E5%B0%8E%E5%85%A5&limit=1',
    status: 200,
    type: json,
    contains: ['"unified_id":"UNI-fe01ca4ad5"'],
    losses: ['/exchange/billing', '/outcome/payload/page'],
  },
  {
    title: 'A mistake that the gateway finds: the service is not asked',
    method: 'GET',
    path: '/programs?limit=many',
    status: 422,
    type: profile('validation-error'),
    contains: ['"field":"limit"'],
  },
  {
    title: 'Products of a media seller, for a client that speaks problem details',
    method: 'POST',
    path: '/products/search?envelope=problem',
    body: { brief: 'hiking' },
    status: 200,
    type: json,
    contains: ['"product_id":"trailhead-maps-banner"'],
  },
  {
    title: 'A purchase with a key, which the service gets as its own',
    method: 'POST',
    path: '/media-buys',
    body: { packages: [{ product_id: 'orbit-radio-day', budget: 500 }], end_time: until },
    headers: { 'idempotency-key': 'fleet-purchase-1' },
    status: 201,
    type: json,
    contains: ['"media_buy_status":"active"'],
  },
  {
    title: 'A purchase of what there is not',
    method: 'POST',
    path: '/media-buys',
    body: { packages: [{ product_id: 'moon-poster', budget: 500 }], end_time: until },
    headers: { 'idempotency-key': 'fleet-purchase-2' },
    status: 404,
    type: profile('error'),
    contains: ['"code":"PRODUCT_NOT_FOUND"'],
  },
  {
    title: 'A purchase that the gateway holds until somebody approves it: the service is not asked',
    method: 'POST',
    path: '/media-buys',
    body: { packages: [{ product_id: 'lantern-ctv-run', budget: 15_000 }], end_time: until },
    headers: { 'idempotency-key': 'fleet-purchase-3' },
    status: 412,
    type: profile('approval-required'),
    contains: ['"code":"APPROVAL_REQUIRED"', '"message":"Buy media for more than 10000"', '"approvalToken":"apr_'],
  },
  {
    title: 'A review by an A2A agent, as a task of the gateway',
    method: 'POST',
    path: '/reviews',
    body: {
      prompt: 'What is in it?',
      context: { files: [{ path: 'app/models/loan.py', text: 'class Loan:\n    pass\n' }] },
    },
    status: 202,
    type: profile('operation'),
    contains: ['/gateway/operations/tsk_'],
  },
]

/** Makes a call. Returns what is different from what has to come back. */
export async function makeCall(url: string, call: FleetCall): Promise<{ status: number; problems: string[] }> {
  const { method, path, body, headers, status, type, contains, losses = [] } = call
  const response = await fetch(url + path, {
    method,
    headers: { 'x-api-key': 'demo-key', ...(body && { 'content-type': json }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const found = response.headers.get('content-type') ?? ''
  const lost = (response.headers.get('x-replywire-losses') ?? '').split(', ')
  const problems = [
    ...(response.status === status ? [] : [`status ${response.status} in place of ${status}`]),
    ...(found.split(';')[0] === type ? [] : [`content type ${found} in place of ${type}`]),
    ...contains.filter(part => !text.includes(part)).map(part => `without ${part}`),
    ...losses.filter(pointer => !lost.includes(pointer)).map(pointer => `the loss of ${pointer} is not named`),
  ]
  return { status: response.status, problems }
}
