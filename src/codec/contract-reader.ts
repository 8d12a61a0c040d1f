/** The part of a contract that reads answers: what a client needs of it. A whole contract is one, too. */
import type { Wire, WireOf } from '../wire/wire.ts'
import type { Calling } from './calling.ts'
import type { Decoded, Detection, RequestFace, Stream } from './contract.ts'

/** Reads the answers of a contract over one carrier. */
export interface FaceReader<W> {
  /** What an answer says. A promise, where a part is loaded for it, such as the rules that the answer breaks. */
  decode(wire: W): Decoded | Promise<Decoded>
  readonly request?: Pick<RequestFace<W>, 'encode'>
}

/** Reads the answers of one version of a contract. */
export interface EditionReader {
  readonly version: string
  readonly http?: FaceReader<WireOf['http']>
  readonly stream?: Pick<Stream, 'reader'>
  /** The same, loaded when an answer is a stream. */
  loadStream?(): Promise<Pick<Stream, 'reader'>>
}

/** Reads the answers of a contract. */
export interface ContractReader {
  readonly id: string
  readonly current: string
  readonly editions: Readonly<Record<string, EditionReader>>
  detect(wire: Wire): Detection | undefined
  readonly calling?: Calling
}
