/** What a look at a store finds. */
import { currentVersion } from './migrations.ts'

/** One thing that was looked at. */
export interface Check {
  name: string
  ok: boolean
  /** What was found. */
  found: string
  /** What to do, when it is not well. */
  fix?: string
}

export function versionCheck(version: number): Check {
  const found = `version ${version}`
  if (version === currentVersion) return { name: 'version', ok: true, found }
  const fix =
    version < currentVersion
      ? 'Run: replywire store migrate'
      : `This Replywire knows version ${currentVersion}: use the later one that made the store.`
  return { name: 'version', ok: false, found, fix }
}
