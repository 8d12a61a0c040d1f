/** A body that an upstream compressed though it was asked not to: read within the same bound as any other. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { UpstreamError } from './upstream/upstream-error.ts'

/** How to read each content coding. */
export const codings: Readonly<
  Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>>
> = Object.assign(Object.create(null), {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
})

/** Rejects with an `UpstreamError`: an unknown or repeated coding, a broken body, or one that is too large. */
export async function decompress(bytes: Uint8Array, coding: string, maxOutputLength: number): Promise<Uint8Array> {
  const read = codings[coding.trim().toLowerCase()]
  if (read === undefined) throw new UpstreamError('broken', true)
  if (bytes.byteLength === 0) return bytes
  try {
    return await read(bytes, { maxOutputLength })
  } catch (error) {
    const isLarge = error instanceof RangeError || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new UpstreamError(isLarge ? 'too-large' : 'broken', true)
  }
}
