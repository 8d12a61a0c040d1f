/** Requests of the client of MCP and A2A: the browser's own, without cookies. */
import { recordingFetch } from '../recorded-request.ts'

export function fetchLong(input: string | URL, init: RequestInit = {}): Promise<Response> {
  return recordingFetch(input, init)
}
