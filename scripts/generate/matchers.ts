/** The validators without their errors: only whether a value fits. A client loads these first, as they are small. */
import { checksOf, type SchemasByVersion } from './validators.ts'

/** A module that exports `matchers`: by version and name, whether a value fits the schema. */
export function matchersCode(schemas: SchemasByVersion): string {
  const { code, table } = checksOf(schemas, check => check)
  return `// Generated from schema.ts by scripts/generate.ts. Do not edit.
${withoutErrors(code)}\nexport const matchers = {\n${table}\n}\n`
}

/** Each place that adds an error answers no in its stead. Of keywords that try schemas in turn, this is not true. */
function withoutErrors(code: string): string {
  const shorter = code
    .replaceAll(/vErrors = add\(vErrors,\{.*?\}\}\);errors\+\+;/g, 'return false;')
    .replaceAll(/vErrors = addAll\(vErrors,validate\d+\.errors\);errors = vErrors\.length;/g, 'return false;')
    .replaceAll('let vErrors = null;let errors = 0;', '')
    .replaceAll(/validate\d+\.errors = vErrors;return errors === 0;/g, 'return true;')
    .replaceAll('(data, instancePath="")', '(data)')
    .replaceAll(/(!\(validate\d+\(\w+(?:\.\w+)*), instancePath(?:\+(?:"[^"]*"|\w+))*\)/g, '$1)')
    // The source of an enumeration is for its message.
    .replaceAll(/const schema\d+ = \{.*?\};(?=const |export |function |$)/gm, '')
  const unknown = /vErrors|\berrors(?:\+\+| =(?!=))|\.errors =(?!=)|instancePath|_errs|\bvalid\d+\b|\bschema\d+\b/.exec(
    shorter,
  )
  if (unknown !== null) {
    const near = shorter.slice(Math.max(0, unknown.index - 100), unknown.index + 100)
    throw new Error(`A schema has a keyword that no matcher can be made of: ${near}`)
  }
  return shorter
}
