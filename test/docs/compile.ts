/** TypeScript samples, compiled against the source in place of the package. */
import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { folder } from '../cli/run-cli.ts'

export interface CompileError {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** What the compiler reports for these files; `replywire/…` are the entries of the package. */
export function compileSamples(files: Readonly<Record<string, string>>): CompileError[] {
  const cwd = folder(files)
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'))
  const project = {
    extends: resolve('tsconfig.options.json'),
    compilerOptions: { paths: sourcePaths() },
    include: ['*.ts'],
  }
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(project))
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], { cwd, encoding: 'utf8' })
  return [...stdout.matchAll(/^(.*?)\((\d+),\d+\): error TS\d+: (.*)$/gm)].map(([, file = '', line, message = '']) => ({
    file,
    line: Number(line),
    message,
  }))
}

/** `replywire/…` as the package exports it, from the source. */
function sourcePaths(): Record<string, string[]> {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, { types?: string }>
  }
  return Object.fromEntries(
    Object.entries(exports).flatMap(([name, { types }]) =>
      types === undefined
        ? []
        : [[name.replace(/^\./, 'replywire'), [resolve(types.replace('./dist/', 'src/').replace('.d.ts', '.ts'))]]],
    ),
  )
}
