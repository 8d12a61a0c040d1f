/** The arguments of an operation at its own route: each member from its own place, path, query, headers or body. */
import { type Fault, fault, type Issue } from '../../outcome/fault.ts'
import { readHeaderOptions } from '../durable/call-terms.ts'
import { exportOf } from '../exports.ts'
import type { CallInput, CallReader } from '../pipeline/call-record.ts'
import { argumentsOf } from '../request-envelope.ts'
import { type GatheredInput, gatherInput, locateIssues } from './gather-input.ts'
import type { HttpCall } from './http-call.ts'
import { readTexts } from './read-texts.ts'

export const operationReader: CallReader = {
  read: call => readOperation(call as HttpCall),
}

async function readOperation(call: HttpCall): Promise<CallInput | Fault> {
  const { http, params, contractEdition } = call
  const operation = call.target?.operation
  if (operation === undefined) return fault('not-found', 'There is no such operation.', { began: false })
  const read = await call.body()
  if (!read.ok) {
    Object.assign(call.headers, read.headers)
    return read.fault
  }
  const gathered = gatherInput({
    method: http.method,
    params,
    query: http.params,
    headers: http.headers,
    body: argumentsOf(contractEdition, read.value, operation),
    schema: operation.input.json,
    locations: operation.locations,
    // Without exports `format` is an input like any other.
    taken: exportOf(operation, http) === undefined ? [] : ['format'],
  })
  if (gathered.strays.length > 0) {
    return fault('invalid', 'The request is not valid.', { issues: [...gathered.strays], began: false })
  }
  return {
    input: gathered.texts.size === 0 ? gathered.input : await readTexts(gathered, operation.input),
    body: read.body,
    carrierOptions: readHeaderOptions(http.headers),
    locate: issues => located(issues, gathered, contractEdition.contract.serving?.presentIssue),
  }
}

function located(issues: readonly Issue[], gathered: GatheredInput, presentIssue = (issue: Issue) => issue): Issue[] {
  return locateIssues(issues, gathered).map(issue => presentIssue(issue))
}
