/** Compiles src to dist, file by file. */
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/.bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
chmodSync('dist/cli/main.js', 0o755)
// Node asks the nearest package.json for each module that it loads: this one is near and short.
writeFileSync('dist/package.json', '{ "type": "module", "sideEffects": false }\n')
