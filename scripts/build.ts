/** Compiles src to dist, file by file, copies what tsc leaves out, and bundles what the command line starts with. */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { bundleStart } from './build/bundle-start.ts'
import { buildConsole } from './build/console.ts'
import { copyCorpus } from './build/copy-corpus.ts'
import { buildPlaygroundFile } from './build/playground-file.ts'

rmSync('dist', { recursive: true, force: true })
process.stdout.write('Compiling, then bundling the console: about a minute.\n')
// Comments are for editors, which read the declarations: the code itself ships without them.
for (const words of [['--removeComments', '--declaration', 'false'], ['--emitDeclarationOnly']]) {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', ...words]
  execFileSync(process.execPath, tsc, { stdio: 'inherit' })
}
for (const file of globSync('src/**/*.generated.js')) copyFileSync(file, file.replace('src', 'dist'))
// Node asks the nearest package.json for each module that it loads: this one is near and short.
writeFileSync('dist/package.json', '{ "type": "module", "sideEffects": ["./wire/json.js"] }\n')
await buildConsole('dist/console')
await buildPlaygroundFile('dist/console')
copyCorpus('dist/corpus')
await bundleStart()
// Nobody imports the command line.
for (const file of globSync('dist/cli/**/*.d.ts')) rmSync(file)
chmodSync('dist/cli/main.js', 0o755)
