/** Preloaded by startup.test.ts: writes down every module that a process loads. */
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded = []
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    loaded.push(resolved.url)
    return resolved
  },
})
process.on('exit', () => {
  const builtins = process.moduleLoadList.filter(entry => entry.startsWith('NativeModule '))
  writeFileSync(process.env.NOTE_MODULES, JSON.stringify({ loaded, builtins }))
})
