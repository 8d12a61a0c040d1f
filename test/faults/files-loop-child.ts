/** One start of an orchestrator (`ask DIR`) or of a host (`answer DIR`), as a process of its own. */
import { answerRequest, openRun } from '../../src/files/index.ts'
import { completed, type Outcome } from '../../src/index.ts'
import { sha } from './files-parts.ts'

const [deed = '', dir = ''] = process.argv.slice(2)

/** Every character of the basic plane but surrogates, and some of each other plane. */
const basic = Array.from({ length: 0x10000 }, (_, code) => code).filter(code => code < 0xd800 || code > 0xdfff)
const others = Array.from({ length: 16 }, (_, plane) =>
  [0, 1, 0x1f600 & 0xffff, 0xfffe, 0xffff].map(code => (plane + 1) * 0x10000 + code),
)
const unicode = [...basic, ...others.flat()].map(code => String.fromCodePoint(code)).join('')

const large = `${'Zürich, 顧問先 and "quotes" \\ back\n'.repeat(700_000)}😀`

const answers: Readonly<Record<string, () => Outcome>> = {
  json: () => completed({ nested: [{ deep: { list: [1, 2.5, null, true, '"'] } }], __proto__of: 'nothing' }),
  rows: () => completed([{ name: 'a' }, { name: 'b' }]),
  markdown: () => ({
    kind: 'completed',
    payload: {
      kind: 'text',
      text: '# Title\n\n```json\n{"not": "the answer"}\n```\n\n- [x] ✅ done',
      mediaType: 'text/markdown',
    },
  }),
  large: () => ({ kind: 'completed', payload: { kind: 'text', text: large, mediaType: 'text/plain; charset=utf-8' } }),
  'large-json': () => completed({ text: large }),
  unicode: () => ({
    kind: 'completed',
    payload: { kind: 'text', text: unicode, mediaType: 'text/plain; charset=utf-8' },
  }),
  'unicode-json': () => completed({ [unicode.slice(0, 5000)]: unicode }),
}
const phases = Object.keys(answers)

if (deed === 'answer') {
  const done = await answerRequest({ dir }, call => answers[call.operation]?.())
  console.log(done?.kind)
} else {
  const run = await openRun({ dir, name: 'loop' })
  for (const [index, agent] of phases.entries()) {
    const outcome = await run.ask({ agent, prompt: 'Answer.', phase: index + 1, context: { unicode: '顧問先 😀' } })
    const isRight = sha(JSON.stringify(outcome)) === sha(JSON.stringify(answers[agent]?.()))
    console.log(`${agent} ${isRight ? 'right' : 'wrong'}`)
  }
  await run.finish()
}
