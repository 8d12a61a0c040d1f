import { server } from './server.ts'

declare const Bun: { serve(options: object): { url: URL } }

const { url } = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request: Request) => server.fetch(request),
})
console.log(url.origin)
