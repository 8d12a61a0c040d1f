import { expect, test } from 'vitest'
import { holdsStackTrace } from './stack-trace.ts'

test.each([
  ['Python', 'Traceback (most recent call last)'],
  ['a frame of Python', '  File "run.py", line 3'],
  ['JavaScript', '    at /srv/agent.js:10:5'],
  ['C#', '   at Agent.Run in Agent.cs:line 12'],
  ['Java', '\tat java.lang.Thread.run(Native Method)'],
  ['Go', 'goroutine 1 [running]:'],
  ['Rust', "thread 'main' panicked at src/main.rs"],
])('a line of a stack trace of %s is recognised by itself', (_, line) => {
  expect(holdsStackTrace(line)).toBe(true)
  expect(holdsStackTrace(`It failed.\n${line}`)).toBe(true)
})

test.each([
  '',
  'The retrieval backend did not answer.',
  'Look at line 3 of "run.py" (the second file): it\'s wrong.',
  'The call began at 12:30 and ended at 12:45.',
])('%j holds none', text => {
  expect(holdsStackTrace(text)).toBe(false)
})
