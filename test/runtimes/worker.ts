import { server } from './server.ts'

// biome-ignore lint/style/noDefaultExport: workerd takes the handlers of a worker from there.
export default { fetch: (request: Request) => server.fetch(request) }
