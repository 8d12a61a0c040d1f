/** `replywire file check`: validates the agent files of a folder, and fixes them with --fix. */

import { directoryAt } from '../../files/disk/directory.ts'
import { type Checked, checkFiles } from '../../files/index.ts'
import { count, printable } from '../columns.ts'
import { exitCodes, type Invocation } from '../command.ts'
import { placeOf } from '../finding-text.ts'
import type { checkOptions } from '../table/files.ts'
import type { OutputStream } from '../terminal.ts'

export function run({ values, terminal }: Invocation<typeof checkOptions>): number {
  const dir = directoryAt(values.dir)
  const bytes = values['max-request-bytes']
  const limits = bytes === undefined ? undefined : { maxRequestBytes: bytes }
  const checked = checkFiles({ dir, fix: values.fix === true, ...limits })
  const broken = checked.filter(({ isBroken }) => isBroken)
  terminal.result({ dir, files: checked }, out => {
    for (const item of checked) show(item, out)
    const { good, bad } = out.style
    const verdict = broken.length === 0 ? good('✓ no problems') : bad(`✗ ${count(broken.length, 'file')} to fix`)
    const setAside = checked.filter(({ what }) => what === 'set aside').length
    const files = [count(checked.length, 'agent file'), setAside === 0 ? '' : `${setAside} set aside`]
    out.line(`${verdict} in ${printable(dir)} (${files.filter(part => part !== '').join(', ')})`)
  })
  return broken.length === 0 ? exitCodes.ok : exitCodes.findings
}

function show({ file, what, findings, problem, done, isBroken }: Checked, { line, style }: OutputStream): void {
  const { good, bad, warn, dim, name } = style
  const mark = isBroken ? bad('✗') : done.length > 0 || problem !== undefined ? warn('!') : good('✓')
  line(`${mark} ${printable(file)} ${dim(what)}`)
  if (problem !== undefined) line(`    ${printable(problem)}`)
  for (const finding of findings) {
    line(
      `    ${name(placeOf(finding.pointer))}  ${printable(finding.message)} ${dim(`${finding.level} ${finding.rule}`)}`,
    )
    line(`      ${dim(printable(finding.fix))}`)
  }
  for (const step of done) line(`    ${isBroken ? bad('✗') : good('+')} ${printable(step)}`)
}
