/** Workers from the files of the console, and from nowhere else. */

interface WorkerPolicy {
  createScriptURL(address: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): WorkerPolicy
}

let policy: WorkerPolicy | undefined

/** The policy of the page allows this one name. */
function workerPolicy(): WorkerPolicy {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const rules = { createScriptURL: ours }
  policy ??= trustedTypes?.createPolicy('replywire-worker', rules) ?? rules
  return policy
}

/** The folder of this file, once it is built. */
const assets = import.meta.url.replace(/[^/]*$/, '')

function ours(address: string): string {
  const url = new URL(address, import.meta.url)
  if (!url.href.startsWith(assets)) throw new TypeError('A worker is one of the files of the console.')
  return url.href
}

/** `address`: what `import … from './x.ts?worker&url'` has. */
export function openWorker(address: string): Worker {
  return new Worker(workerPolicy().createScriptURL(address), { type: 'module' })
}
