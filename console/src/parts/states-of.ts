/** Words and tones for the states of tasks, approvals and deliveries. */
export type Tone = 'good' | 'warn' | 'bad' | 'info' | ''

const tones: Readonly<Record<string, Tone>> = {
  completed: 'good',
  approved: 'good',
  delivered: 'good',
  done: 'good',
  working: 'info',
  queued: '',
  paused: 'warn',
  open: 'warn',
  asked: 'info',
  waiting: 'warn',
  intended: 'warn',
  failed: 'bad',
  rejected: 'bad',
  dead: 'bad',
  unknown: 'bad',
  canceled: '',
  withdrawn: '',
  expired: '',
}

const words: Readonly<Record<string, string>> = { asked: 'asked back', intended: 'interrupted' }

export function toneOf(state: string): Tone {
  return Object.hasOwn(tones, state) ? (tones[state] ?? '') : ''
}

export function wordOf(state: string): string {
  return Object.hasOwn(words, state) ? (words[state] ?? state) : state
}
