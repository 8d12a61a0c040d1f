/** Compiles src to dist, file by file. */
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/.bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
chmodSync('dist/cli/main.js', 0o755)
