/** Node's own modules as they are. An `import` of one evaluates each of its exports: of `fs`, streams and readline too. */
export const fs = process.getBuiltinModule('node:fs')
export const util = process.getBuiltinModule('node:util')
