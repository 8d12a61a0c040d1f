/** A good and a bad text for every rule that contracts share. */

export interface TextExample {
  readonly good: string
  readonly bad: string
}

export const sharedExamples: Readonly<Record<string, TextExample>> = {
  'json/readable': { good: '{"status": "ok"}', bad: "{'status': 'ok',}" },
  'json/utf8': {
    good: '{"city": "Zürich"}    the ü as the two bytes C3 BC',
    bad: '{"city": "Zürich"}    the ü as the one byte FC (Latin-1)',
  },
  'json/bounded': {
    good: '[[["three levels"]]]',
    bad: '[[[[[[ … more than 64 levels, or more than 32 MiB … ]]]]]]',
  },
  'json/no-bom': { good: '{"status": "ok"}', bad: '\\u{feff}{"status": "ok"}    starts with the bytes EF BB BF' },
  'json/unique-keys': { good: '{"status": "ok"}', bad: '{"status": "ok", "status": "error"}' },
  'json/exact-numbers': { good: '{"id": "12345678901234567890"}', bad: '{"id": 12345678901234567890}' },
  'json/well-formed-strings': { good: '{"mood": "\\ud83d\\ude00"}', bad: '{"mood": "\\ud83d"}' },
  'sse/json': {
    good: 'event: progress\ndata: {"fraction": 0.5}',
    bad: 'event: progress\ndata: half way',
  },
  'sse/framing': {
    good: 'data: Hello\n\n    the blank line ends the event',
    bad: 'data: Hello    and then the connection ends',
  },
  'sse/terminal': {
    good: 'event: progress\ndata: {"fraction": 0.5}\n\nevent: outcome\ndata: {"answer": 42}',
    bad: 'event: progress\ndata: {"fraction": 0.5}    and then the connection ends',
  },
  'sse/content-type': {
    good: 'HTTP/1.1 200 OK\nContent-Type: text/event-stream\nCache-Control: no-cache',
    bad: 'HTTP/1.1 200 OK\nContent-Type: application/json\nCache-Control: no-cache',
  },
  'sse/cache-control': {
    good: 'HTTP/1.1 200 OK\nContent-Type: text/event-stream\nCache-Control: no-cache',
    bad: 'HTTP/1.1 200 OK\nContent-Type: text/event-stream\nCache-Control: max-age=60',
  },
}
