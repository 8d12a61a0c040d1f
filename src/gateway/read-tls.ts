/** Certificates and keys, read from their files. */
import { readFileSync } from 'node:fs'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { TlsFiles } from './config.ts'

export function readTls({ cert, key, ca }: Partial<TlsFiles>): SecureContextOptions {
  return {
    ...(cert === undefined ? undefined : { cert: readFileSync(cert) }),
    ...(key === undefined ? undefined : { key: readFileSync(key) }),
    ...(ca === undefined ? undefined : { ca: readFileSync(ca) }),
    minVersion: 'TLSv1.2',
  }
}

/** Why files cannot be used: the code of the error; undefined if they can. */
export function tlsProblem(files: TlsFiles): string | undefined {
  try {
    createSecureContext(readTls(files))
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'not readable'
  }
}
