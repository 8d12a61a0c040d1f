/** Reads an answer over HTTP: which contract it is written in and why, its outcome, and the findings. */
import type { Detection } from '../../codec/contract.ts'
import type { ContractReader, EditionReader } from '../../codec/contract-reader.ts'
import type { Detector } from '../../codec/detect.ts'
import { plainContract } from '../../contracts/roles.ts'
import type { Fault } from '../../outcome/fault.ts'
import { failed } from '../../outcome/outcome.ts'
import type { HttpWire } from '../../wire/http.ts'
import type { Reply, ReplyContract } from '../connection.ts'

/** A contract that answers may be in, loaded when one is. */
export interface ContractSource {
  readonly id: string
  detector(): Promise<Detector>
  reader(): Promise<ContractReader>
}

/** A contract that was chosen before there is an answer. */
export interface GivenContract {
  readonly reader: ContractReader
  readonly edition: EditionReader
  /** Why it was chosen, for the reply. */
  readonly reason: string
}

interface Recogniser extends Detector {
  readonly source: ContractSource
}

export class AnswerReader {
  readonly #sources: () => Promise<readonly ContractSource[]>
  #recognisers: Promise<readonly Recogniser[]> | undefined

  constructor(sources: () => Promise<readonly ContractSource[]>) {
    this.#sources = sources
  }

  async read(wire: HttpWire, given?: GivenContract): Promise<Reply> {
    const chosen = await this.choose(wire, given)
    if (chosen === undefined) return (await import('./plain-reply.ts')).plainReply(wire)
    const { reader, edition, reason } = chosen
    const { decode } = edition.http ?? (reader.editions[reader.current] as EditionReader).http ?? {}
    if (decode === undefined) return (await import('./plain-reply.ts')).plainReply(wire)
    return { ...(await decode(wire)), contract: contractOf(chosen, reason), wire, notes: [], declined: [] }
  }

  /** The contract of an answer; undefined when none knows it and none was given. */
  async choose(wire: HttpWire, given?: GivenContract): Promise<GivenContract | undefined> {
    if (given !== undefined) {
      const found = given.reader.detect(wire)
      const edition = found === undefined ? undefined : given.reader.editions[found.version]
      return edition === undefined ? given : { ...given, edition }
    }
    const found = await this.#recognise(wire)
    if (found !== undefined) return found
    return this.source(plainContract, 'no contract recognises the answer')
  }

  /** A contract by its id; undefined when it is not among those that were offered. */
  async source(id: string, reason: string, version?: string): Promise<GivenContract | undefined> {
    const reader = await (await this.#sources()).find(source => source.id === id)?.reader()
    const edition = reader?.editions[version ?? reader.current]
    return reader === undefined || edition === undefined ? undefined : { reader, edition, reason }
  }

  async #loadRecognisers(): Promise<readonly Recogniser[]> {
    try {
      const sources = await this.#sources()
      return await Promise.all(sources.map(async source => ({ source, detect: (await source.detector()).detect })))
    } catch (error) {
      // A part that could not be loaded now may be there for the next answer.
      this.#recognisers = undefined
      throw error
    }
  }

  async #recognise(wire: HttpWire): Promise<GivenContract | undefined> {
    this.#recognisers ??= this.#loadRecognisers()
    const found = (await this.#recognisers)
      .flatMap(({ source, detect }) => {
        const detection = detect(wire)
        return detection !== undefined && isAnswer(detection) ? [{ ...detection, source }] : []
      })
      .sort((a, b) => sureness.indexOf(a.sure) - sureness.indexOf(b.sure))[0]
    if (found === undefined) return undefined
    const reader = await found.source.reader()
    const edition = reader.editions[found.version] ?? reader.editions[reader.current]
    return edition === undefined ? undefined : { reader, edition, reason: found.reason }
  }
}

/** The surest first. */
const sureness: readonly Detection['sure'][] = ['certain', 'likely', 'possible']

function isAnswer({ message = 'response' }: Detection): boolean {
  return message === 'response' || message === 'stream'
}

export function contractOf({ reader, edition }: GivenContract, reason: string): ReplyContract {
  return { id: reader.id, version: edition.version, reason }
}

/** A call that got no answer. */
export function noReply(cause: Fault): Reply {
  return { outcome: failed(cause), exchange: {}, findings: [], notes: [], declined: [] }
}
