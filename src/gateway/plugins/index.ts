/** The plugins that ship. */
import type { Plugin } from '../plugin.ts'

export const builtInPlugins: readonly Plugin[] = []
