/** The configuration that a command of the gateway uses. */
import { existsSync } from 'node:fs'
import { defaultConfigFile, type ReadOptions } from '../../gateway/config/read-config.ts'
import { printable } from '../columns.ts'
import { usageError } from '../usage.ts'

interface FileValues {
  readonly classic?: boolean | undefined
  readonly mode?: 'report' | 'enforce' | undefined
  readonly 'no-auth'?: boolean | undefined
}

/** The file of the command line, else the one that is there. */
export function configFile([given]: readonly string[], values: FileValues): { path: string; options: ReadOptions } {
  const { path, classic } = given === undefined ? defaultConfigFile() : { path: given, classic: false }
  if (!existsSync(path)) throw usageError(`${printable(path)} does not exist. replywire gateway init writes one.`)
  // The name of a file that the variable names says nothing.
  const isClassic = classic || values.classic === true || path === process.env.GATEWAY_ROUTES_FILE
  return {
    path,
    options: { ...(isClassic ? { classic: true } : undefined), noAuth: values['no-auth'], mode: values.mode },
  }
}
