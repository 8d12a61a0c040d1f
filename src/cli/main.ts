#!/usr/bin/env node
/** The command line. Compiled code is kept between runs where Node has a place for it, so that it starts fast. */

const oldest = 24

async function start(): Promise<void> {
  process.getBuiltinModule('node:module').enableCompileCache()
  const { main } = await import('./dispatch.ts')
  process.exitCode = await main(process.argv.slice(2))
}

if (Number.parseInt(process.versions.node, 10) >= oldest) void start()
else {
  process.stderr.write(
    `replywire: Node ${oldest} or newer is needed; this is ${process.version}. Install a newer Node.\n`,
  )
  process.exitCode = 2
}
