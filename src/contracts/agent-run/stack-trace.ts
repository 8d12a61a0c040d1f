/** Agent HTTP contract, "AgentError": a message is for people. A stack trace in it shows code, paths and often inputs. */

/** Python, JavaScript and C#, Java, Go, Rust: each by the line that no sentence has. */
const patterns: readonly RegExp[] = [
  /Traceback \(most recent call last\)/,
  /^\s*File "[^"\n]{1,500}", line \d+/m,
  /^\s*at .{1,500}(?::\d+:\d+\)?|:line \d+)\s*$/m,
  /^\s*at [\w$.<>/]{1,500}\((?:[\w$]{1,200}\.(?:java|kt|scala):\d+|Native Method|Unknown Source)\)/m,
  /^goroutine \d+ \[[^\]\n]{1,100}\]:/m,
  /^thread '[^'\n]{1,200}' panicked at /m,
]

/** Whether a text holds lines of a stack trace. */
export function holdsStackTrace(text: string): boolean {
  return patterns.some(pattern => pattern.test(text))
}
