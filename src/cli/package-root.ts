/** The package that this file belongs to: two folders up, from `src/cli` and from `dist/cli` alike. */
export { packageVersion } from '../carriers/own-version.ts'

export const packageRoot = new URL('../../', import.meta.url)
