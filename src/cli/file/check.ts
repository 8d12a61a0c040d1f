/** `replywire file check`: judges the agent files of a directory, and mends them with --fix. */

import { directoryAt } from '../../files/disk/directory.ts'
import { type Checked, checkFiles } from '../../files/index.ts'
import { count, printable } from '../columns.ts'
import { exitCodes } from '../command.ts'
import type { FileInvocation } from '../commands/file.ts'
import { placeOf } from '../finding-text.ts'
import type { Stream } from '../terminal.ts'
import { requestSizeOf } from './request-size.ts'

export function run({ values, terminal }: FileInvocation): number {
  const dir = directoryAt(values.dir)
  const checked = checkFiles({ dir, fix: values.fix === true, ...requestSizeOf(values['max-request-bytes']) })
  const broken = checked.filter(({ isBroken }) => isBroken)
  if (terminal.json) terminal.out.line(JSON.stringify({ dir, files: checked }))
  else {
    for (const item of checked) show(item, terminal.out)
    const { good, bad } = terminal.out.style
    const verdict = broken.length === 0 ? good('✓ nothing is wrong') : bad(`✗ ${count(broken.length, 'file')} to mend`)
    terminal.out.line(`${verdict} in ${printable(dir)} (${count(checked.length, 'agent file')})`)
  }
  return broken.length === 0 ? exitCodes.ok : exitCodes.findings
}

function show({ file, what, findings, problem, done, isBroken }: Checked, { line, style }: Stream): void {
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
