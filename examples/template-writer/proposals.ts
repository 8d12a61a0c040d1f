/** From an architecture to the agents that can work on it, and to what each of them should know. */
import { type Analysis, type Layer, layerOf } from './analysis.ts'
import type { SourceFile } from './source-tree.ts'

export interface Proposal {
  name: string
  layer: string
  why: string
  templates: string[]
}

export interface Guide {
  name: string
  sections: string[]
  related_templates: string
  examples: string
  boundaries: string
}

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '')

/** One specialist for every layer; those that much depends on come first. */
export function propose({ layers }: Analysis): Proposal[] {
  const weight = ({ name }: Layer) => layers.filter(({ dependsOn }) => dependsOn.includes(name)).length
  return layers
    .toSorted((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1))
    .map(layer => ({
      name: `${singular(layer.name)}-specialist`,
      layer: layer.name,
      why: reason(layer, weight(layer)),
      templates: layer.files.map(path => `${path}.template`),
    }))
}

function reason({ files, suffix }: Layer, users: number): string {
  const named = suffix === '' ? '' : ` named *${suffix}`
  const used = users === 0 ? 'nothing depends on it' : `${users} layer${users === 1 ? ' depends' : 's depend'} on it`
  return `${files.length} module${files.length === 1 ? '' : 's'}${named}; ${used}.`
}

/** What a specialist should know: its templates, a real example, and what it may and may not import. */
export function guide(proposal: Proposal, analysis: Analysis, files: readonly SourceFile[]): Guide {
  const layer = analysis.layers.find(({ name }) => name === proposal.layer)
  const example = files.find(({ path }) => layerOf(path) === proposal.layer)
  const others = analysis.layers.map(({ name }) => name).filter(name => name !== proposal.layer)
  const allowed = layer?.dependsOn ?? []
  const list = (items: readonly string[], otherwise: string) =>
    items.length === 0 ? `- ${otherwise}` : items.map(item => `- ${item}`).join('\n')
  return {
    name: proposal.name,
    sections: ['related_templates', 'examples', 'boundaries'],
    related_templates: `## Related templates\n\n${list(proposal.templates, 'none yet')}`,
    examples: `## Example\n\nFrom \`${example?.path ?? ''}\`:\n\n\`\`\`python\n${example?.text.trimEnd() ?? ''}\n\`\`\``,
    boundaries: [
      '## Boundaries',
      `### Always\n\n${list(
        [
          ...(layer?.suffix ? [`✅ Name classes *${layer.suffix}.`] : []),
          ...allowed.map(name => `✅ Reach ${name} by its own module.`),
        ],
        '✅ Keep the layer free of imports from the others.',
      )}`,
      `### Never\n\n${list(
        others.filter(name => !allowed.includes(name)).map(name => `❌ Import from ${name}.`),
        'nothing is forbidden',
      )}`,
      `### Ask\n\n- ❓ Before a class or function goes without a docstring: ${Math.round(analysis.documented * 100)} % have one.`,
    ].join('\n\n'),
  }
}
