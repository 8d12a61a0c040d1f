import { expect, test } from 'vitest'
import { operation } from './define.ts'

test.each([undefined, null, 'name'])('an operation whose input is %s is refused in words', input => {
  const options = { title: 'Greet', input, handler: () => 'hello' } as unknown as Parameters<typeof operation>[0]
  expect(() => operation(options)).toThrow(
    'The operation "Greet" has no input schema: give it an input, {} for one that takes anything.',
  )
})
