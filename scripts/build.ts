/** Compiles src to dist, file by file, and then puts what the command line starts with into a few files. */
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { rolldown } from 'rolldown'

rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/.bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
// Node asks the nearest package.json for each module that it loads: this one is near and short.
writeFileSync('dist/package.json', '{ "type": "module", "sideEffects": false }\n')

/**
 * Node spends more time on a module than the module takes: judging one file would load ninety. The commands that load
 * somebody's agent are left as they are, because they share the library's classes with it.
 */
const apart = /\/(?:commands\/(?!(?:validate|translate|detect)\.)[a-z-]+|help|package-root|examples)\.js$/
const bundle = await rolldown({
  input: 'dist/cli/dispatch.js',
  platform: 'node',
  external: id => apart.test(id),
})
await bundle.write({
  dir: 'dist/cli',
  chunkFileNames: 'part-[name].js',
  codeSplitting: {
    groups: [
      { name: 'detect', test: /cli\/detectors\.js$/, priority: 2 },
      { name: 'core', test: /cli\/(?:dispatch|commands\/(?:validate|translate|detect))\.js$/, priority: 1 },
    ],
  },
})
await bundle.close()
chmodSync('dist/cli/main.js', 0o755)
