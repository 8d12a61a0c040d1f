import { server } from './server.ts'

declare const Deno: { serve(options: object, handler: (request: Request) => Promise<Response>): void }

Deno.serve(
  {
    hostname: '127.0.0.1',
    port: 0,
    onListen: ({ port }: { port: number }) => console.log(`http://127.0.0.1:${port}`),
  },
  request => server.fetch(request),
)
