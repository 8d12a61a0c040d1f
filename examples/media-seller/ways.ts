/** The ways to call the seller: each gives the flat AdCP answer, judged as its carrier has it. */
import { Body, check, contract, httpWire } from '../../src/index.ts'

export interface Called {
  /** The answer as its carrier wrote it. */
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came.
  json: any
  /** What is wrong with it; nothing. */
  findings: readonly unknown[]
}

export interface More {
  token?: string
  approvalTokens?: readonly string[]
}

export interface Way {
  name: string
  /** `given` are the arguments as JSON text, so that their spelling is the test's own. */
  call(url: string, task: string, given: string, more?: More): Promise<Called>
}

/** Where the server's own tasks are over REST; an agent's are at their names. */
const ownPaths: Readonly<Record<string, string>> = {
  get_adcp_capabilities: '/adcp/get_adcp_capabilities',
  'tasks/get': '/adcp/tasks/get',
  'tasks/list': '/adcp/tasks/list',
}

/** The document that an answer of the server's own is beside an answer. */
const documents: Readonly<Record<string, string>> = {
  get_adcp_capabilities: 'capabilities',
  'tasks/get': 'tasks-get-response',
  'tasks/list': 'tasks-list-response',
}

const rest: Way = {
  name: 'REST',
  async call(url, task, given, { token = 'acme-token', approvalTokens = [] } = {}) {
    const response = await fetch(url + (ownPaths[task] ?? `/${task}`), {
      method: 'POST',
      body: given,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(approvalTokens.length === 0 ? {} : { 'x-approval-token': approvalTokens.join(',') }),
      },
    })
    const text = await response.text()
    const headers = Object.fromEntries(response.headers)
    const wire = httpWire({ status: response.status, headers, body: Body.ofText(text) })
    const message = response.ok ? documents[task] : undefined
    const findings = [
      ...check(contract('adcp'), wire),
      ...(message === undefined ? [] : check(contract('adcp'), wire, { message })),
    ]
    return { text, json: JSON.parse(text), findings }
  },
}

/** One row a carrier. */
export const ways: readonly Way[] = [rest]
