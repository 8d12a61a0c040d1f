/** Whether anybody in a directory still waits for the answer to a request. */
import { join } from 'node:path'
import { isObject } from '../lib/json-value.ts'
import { Body } from '../wire/body.ts'
import { namesIn } from './disk/directory.ts'
import { isRequestName, isStateName } from './disk/names.ts'
import { readFile } from './disk/read-file.ts'
import { fileLimits, requestIdIn } from './disk/request-id.ts'

/** A request file holds the id, or the state of a run, ours or another program's, says that it is pending. */
export function awaits(dir: string, requestId: string): boolean {
  return namesIn(dir).some(name => {
    try {
      if (isRequestName(name)) return requestIdIn(bytesOf(dir, name)) === requestId
      return isStateName(name) && pendingIn(bytesOf(dir, name)).includes(JSON.stringify(requestId))
    } catch {
      // What cannot be read waits for nothing.
      return false
    }
  })
}

function bytesOf(dir: string, name: string): Uint8Array {
  return readFile(join(dir, name))?.bytes ?? new Uint8Array()
}

/** The JSON text of what a state says is pending. */
function pendingIn(bytes: Uint8Array): string {
  const reading = Body.ofBytes(bytes, fileLimits).json()
  const pending = reading.ok && isObject(reading.value) ? reading.value.agent_request_pending : undefined
  return pending === undefined ? '' : JSON.stringify(pending)
}
