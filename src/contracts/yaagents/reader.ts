/** The part of the contract that reads answers, for clients: no writer, no server. */
import { fitsShape } from '../../codec/body-shape.ts'
import type { Decoded } from '../../codec/contract.ts'
import type { ContractReader, EditionReader } from '../../codec/contract-reader.ts'
import type { HttpWire } from '../../wire/http.ts'
import { detect } from './detect.ts'
import { readAnswer } from './read.ts'
import { shapes } from './shapes.generated.js'
import { contractId, current, versions } from './status.ts'
import { validate } from './validate.ts'

/**
 * Reads answers of YAAgents.
 *
 * @example
 * const client = connect('http://127.0.0.1:8080', { contracts: [reader] })
 */
export const reader: ContractReader = {
  id: contractId,
  current,
  detect,
  editions: Object.fromEntries(versions.map(version => [version, editionReader(version)])),
}

function editionReader(version: string): EditionReader {
  return {
    version,
    http: { decode: wire => readClean(wire, version) ?? decodeWhole(wire, version) },
    loadStream: async () => (await import('./stream-reader.ts')).streamReader(version),
  }
}

/** An answer that breaks no rule; undefined for any other. */
function readClean(wire: HttpWire, version: string): Decoded | undefined {
  const reading = wire.body.json()
  if (!reading.ok || reading.notes.length > 0) return undefined
  let isClean = true
  const row = validate(wire, reading.value, version, {
    report() {
      isClean = false
    },
    checkBody(schema, body) {
      const shape = shapes[version]?.[schema]
      if (shape === undefined || !fitsShape(shape, body)) isClean = false
    },
  })
  return isClean ? { ...readAnswer(row, wire, reading.value), findings: [] } : undefined
}

/** Rules with their texts are loaded for an answer that breaks one. */
async function decodeWhole(wire: HttpWire, version: string): Promise<Decoded> {
  return (await import('./decode.ts')).decode(wire, version)
}
