/** The one contract of this room, in its current edition. */
import { editionOf, faceOf } from '../codec/check.ts'
import type { RequestFace } from '../codec/contract.ts'
import { fileContract } from '../contracts/files.ts'
import type { FileWire } from '../wire/file.ts'

export const face = faceOf<FileWire>(fileContract, editionOf(fileContract), 'file')
export const requestFace = face.request as RequestFace<FileWire>

export { decode, fix, matchesRequest, phaseOf, withPhase } from '../contracts/files.ts'
