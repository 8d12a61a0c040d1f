/** `--max-request-bytes`: how large a request file may be. */
import { usageError } from '../usage.ts'

export function requestSizeOf(text: string | undefined): { maxRequestBytes?: number } {
  if (text === undefined) return {}
  if (/^[1-9]\d{0,8}$/.test(text)) return { maxRequestBytes: Number(text) }
  throw usageError('--max-request-bytes takes a whole number of bytes, from 1 to 999999999.')
}
