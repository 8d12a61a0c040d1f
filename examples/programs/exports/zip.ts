/** A ZIP archive (APPNOTE 6.3) whose entries are stored as they are. The same entries always give the same bytes. */
import { crc32 } from 'node:zlib'

export interface Entry {
  name: string
  text: string
}

/** 1980-01-01 00:00, the first moment that the format knows. */
const dosDate = 0x0021
const utf8Names = 0x0800

export function writeZip(entries: readonly Entry[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const data = Buffer.from(entry.text)
    const about = aboutOf(data, name)
    const local = Buffer.concat([uint32(0x04034b50), about, name, data])
    directory.push(Buffer.concat([uint32(0x02014b50), uint16(20), about, Buffer.alloc(10), uint32(offset), name]))
    parts.push(local)
    offset += local.length
  }
  const index = Buffer.concat(directory)
  const count = uint16(entries.length)
  const end = [uint32(0x06054b50), Buffer.alloc(4), count, count, uint32(index.length), uint32(offset), uint16(0)]
  return Buffer.concat([...parts, index, ...end])
}

/** What both the entry and the directory say of a file: version, flags, method, time, checksum, sizes, name length. */
function aboutOf(data: Buffer, name: Buffer): Buffer {
  const [size, stored] = [uint32(data.length), uint16(0)]
  const head = [uint16(20), uint16(utf8Names), stored, uint16(0), uint16(dosDate)]
  return Buffer.concat([...head, uint32(crc32(data)), size, size, uint16(name.length), uint16(0)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
