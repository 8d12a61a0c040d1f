/** Preloaded by startup.test.ts: writes down every module that a process loads. */

// Not by import, which would load more of Node than what is looked at.
const { writeFileSync } = process.getBuiltinModule('node:fs')
const { registerHooks } = process.getBuiltinModule('node:module')

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
