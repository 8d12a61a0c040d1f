/** Recognises a message of JSend, without loading the rest of the contract. */
import { type Detection, object, text, type Wire } from '../../src/codec/index.ts'

export function detect(wire: Wire): Detection | undefined {
  const reading = wire.body.json()
  const { status, data, message } = (reading.ok ? object(reading.value) : undefined) ?? {}
  const isWord = status === 'success' || status === 'fail'
  if (isWord && data !== undefined) return { version: '1', sure: 'likely', reason: `the status ${status}, with data` }
  if (status !== 'error' || text(message) === undefined) return undefined
  return { version: '1', sure: 'possible', reason: 'the status error, with a message' }
}
