/** Writing the template: sources with placeholders for the entities, and a Markdown file for every agent. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Analysis } from './analysis.ts'
import type { Guide, Proposal } from './proposals.ts'
import type { SourceFile } from './source-tree.ts'

export interface Parts {
  analysis: Analysis
  proposals: Proposal[]
  guides: Guide[]
  files: SourceFile[]
}

/** Returns the paths that were written, in order. */
export function writeTemplate(out: string, { analysis, proposals, guides, files }: Parts): string[] {
  const documents: [string, string][] = [
    ['template.json', `${JSON.stringify(manifest(analysis, proposals), null, 2)}\n`],
    ...files.map(({ path, text }): [string, string] => [
      `templates/${path}.template`,
      withPlaceholders(text, analysis.entities),
    ]),
    ...guides.map((guide): [string, string] => [`agents/${guide.name}.md`, page(guide, proposals)]),
  ]
  for (const [path, text] of documents) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), text)
  }
  return documents.map(([path]) => path)
}

function manifest({ language, layers, entities }: Analysis, proposals: readonly Proposal[]): object {
  return {
    language,
    layers: layers.map(({ name, dependsOn }) => ({ name, depends_on: dependsOn })),
    placeholders: entities.map((entity, index) => ({ placeholder: placeholder(index), was: entity })),
    agents: proposals.map(({ name }) => name),
  }
}

const placeholder = (index: number): string => `Entity${index + 1}`

/** `Book` → `{{Entity1}}`, `book` → `{{entity1}}`, as whole words and as parts of longer names. */
export function withPlaceholders(text: string, entities: readonly string[]): string {
  return entities.reduce((sofar, entity, index) => {
    const name = placeholder(index)
    const lower = entity.toLowerCase()
    return sofar
      .replaceAll(new RegExp(`${entity}(?![a-z])`, 'g'), `{{${name}}}`)
      .replaceAll(new RegExp(`(?<![a-z])${lower}(?=s?(?![a-z]))`, 'g'), `{{${name.toLowerCase()}}}`)
  }, text)
}

function page(guide: Guide, proposals: readonly Proposal[]): string {
  const proposal = proposals.find(({ name }) => name === guide.name)
  const body = [guide.related_templates, guide.examples, guide.boundaries].join('\n\n')
  return `---\nname: ${guide.name}\nlayer: ${proposal?.layer ?? ''}\n---\n\n# ${guide.name}\n\n${proposal?.why ?? ''}\n\n${body}\n`
}
