/** `/agents/run/sync` and `/agents/run/stream`: one envelope, whatever happens. Its body names the operation. */

import type { DecodedCall } from '../../codec/contract.ts'
import { runContract } from '../../contracts/registry.ts'
import { isObject, type Json } from '../../lib/json-value.ts'
import { taskTypeOf } from '../../lib/task-type.ts'
import { type Fault, fault, type Issue } from '../../outcome/fault.ts'
import { httpWire } from '../../wire/http.ts'
import { readHeaderOptions } from '../durable/call-terms.ts'
import { httpEdition, type Offers } from '../negotiate.ts'
import { type CallInput, type CallReader, type CallTarget, targetOf } from '../pipeline/call-record.ts'
import type { ServerContext } from '../server-context.ts'
import type { HttpCall } from './http-call.ts'

/** What may be asked for at the run endpoints: agent-run alone; nothing where it is not served. */
export function runOffers({ contracts }: Offers): Offers | undefined {
  const contract = contracts.find(({ id }) => id === runContract)
  const mount = contract === undefined ? undefined : httpEdition(contract)
  return mount === undefined ? undefined : { contracts: [mount.contract], mount }
}

/** A reader for one call. `find` finds what a task type means. */
export function runReader(find: FindTarget = targetFor): CallReader {
  let decoded: DecodedCall | undefined
  let unreadable: Fault | undefined
  return {
    async resolve(record) {
      const call = record as HttpCall
      const { http, contractEdition, server } = call
      const decode = contractEdition.face.request?.decode
      if (decode === undefined || contractEdition.contract.id !== runContract) {
        return fault('not-found', `${runContract} is not served here.`, { began: false })
      }
      const read = await call.body()
      if (!read.ok) {
        unreadable = read.fault
        Object.assign(call.headers, read.headers)
        return undefined
      }
      decoded = decode(httpWire({ method: 'POST', target: http.path, headers: http.allHeaders(), body: read.body }))
      call.findings = decoded.findings
      call.target = find(server, decoded.call.operation)
      call.exchange = { ...call.exchange, ...namesIn(read.value) }
      return undefined
    },
    read({ target, credentials }): CallInput | Fault {
      if (unreadable !== undefined || decoded === undefined) {
        return unreadable ?? fault('invalid', 'The request is not valid.', { began: false })
      }
      const broken = decoded.findings.filter(({ level }) => level === 'must')
      if (broken.length > 0) {
        const issues = broken.map(({ pointer, message }): Issue => ({ pointer, message, location: 'body' }))
        return fault('invalid', 'The request is not valid.', { issues, began: false })
      }
      if (target === undefined || credentials === undefined) return unsupported()
      const { operation: _, exchange: __, input, ...labels } = decoded.call
      return { input, carrierOptions: readHeaderOptions(credentials.headers), call: labels, locate: inInputs }
    },
  }
}

type FindTarget = (server: ServerContext, taskType: string) => CallTarget | undefined

/** Which operation a task type means; where there is none, the call still passes its limits before it is refused. */
function targetFor({ agent }: ServerContext, taskType: string): CallTarget | undefined {
  const found = Object.entries(agent.operations).find(([key]) => key === taskType || taskTypeOf(key) === taskType)
  return found === undefined ? undefined : targetOf(found[0], found[1])
}

function unsupported(): Fault {
  return fault('invalid', 'There is no such task type.', { code: 'UNSUPPORTED_TASK_TYPE', began: false })
}

/** What a body names itself by: its request id and task type come back to the letter, whatever they are. */
function namesIn(body: Json | undefined): { requestId?: string; operation?: string } {
  const { request_id: requestId, task_type: taskType } = isObject(body) ? body : {}
  return {
    ...(typeof requestId === 'string' && requestId !== '' ? { requestId } : undefined),
    ...(typeof taskType === 'string' && taskType !== '' ? { operation: taskType } : undefined),
  }
}

/** An operation's input is the `inputs` of the body. */
function inInputs(issues: readonly Issue[]): Issue[] {
  return issues.map(issue => ({ ...issue, pointer: `/inputs${issue.pointer}`, location: 'body' }))
}
