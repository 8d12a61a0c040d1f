/** How many calls a server has open, by its own metrics: tests wait for it instead of for a time. */
export async function callsOpen(server: { admin(request: Request): Promise<Response> }): Promise<number> {
  const metrics = await (await server.admin(new Request('http://x/metrics'))).text()
  return Number(/^replywire_calls_open (\d+)$/m.exec(metrics)?.[1])
}
