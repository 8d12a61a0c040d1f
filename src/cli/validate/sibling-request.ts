/** The request in the folder of a response: `.agent-response-phase8.json` answers `.agent-request-phase8.json`. */
import { basename, dirname, join } from 'node:path'
import { isObject } from '../../lib/json-value.ts'
import { Body } from '../../wire/body.ts'
import { readFile } from '../input.ts'

/** The name of the request that a response of this name answers, if the name shows it. */
function counterpart(path: string): string | undefined {
  const name = basename(path)
  const request = name.replace('agent-response', 'agent-request')
  return request === name ? undefined : request
}

/** The id of the request that is the file's counterpart; undefined when there is none. */
export function pairedRequestId(path: string): string | undefined {
  const name = path === '-' ? undefined : counterpart(path)
  return name === undefined ? undefined : requestIdIn(join(dirname(path), name))
}

/** The id of the request that a file may answer: its counterpart's, or else that of the one plain request. */
export function siblingRequestId(path: string): string | undefined {
  return path === '-' ? undefined : (pairedRequestId(path) ?? requestIdIn(join(dirname(path), '.agent-request.json')))
}

function requestIdIn(path: string): string | undefined {
  try {
    const reading = Body.ofBytes(readFile(path).bytes).json()
    const id = reading.ok && isObject(reading.value) ? reading.value.request_id : undefined
    return typeof id === 'string' && id !== '' ? id : undefined
  } catch {
    return undefined
  }
}
