/** The one contract of this room, in the one edition there is. */
import { faceOf } from '../codec/check.ts'
import type { RequestFace } from '../codec/contract.ts'
import { agentFile } from '../contracts/agent-file/index.ts'
import type { FileWire } from '../wire/file.ts'

const edition = agentFile.editions['1.0']
if (edition === undefined) throw new TypeError('agent-file has no edition 1.0.')

export const face = faceOf<FileWire>(agentFile, edition, 'file')
export const requestFace = face.request as RequestFace<FileWire>

export { decode, matchesRequest, mend } from '../contracts/agent-file/index.ts'
