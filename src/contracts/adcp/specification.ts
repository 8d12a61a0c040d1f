/** The documents of AdCP that the clauses of the rules cite. */
import type { SpecificationDocument } from '../../codec/specification.ts'
import { buildOf, type Release } from './release.ts'

/** Schemas, by how their names start. */
const schemas = [
  'core/',
  'enums/',
  'protocol/',
  'protocol-envelope',
  'task-status',
  'error-details',
  'async-response-data',
  'task request schemas',
]

const site = 'https://adcontextprotocol.org'

export const specification = (release: Release): readonly SpecificationDocument[] => [
  ...schemas.map(clauses => ({
    title: `AdCP ${release.name} JSON Schemas`,
    url: `${site}/schemas/${buildOf(release)}/index.json`,
    clauses,
  })),
  {
    title: `AdCP ${release.name} documentation: Security`,
    url: `${site}/docs/building/by-layer/L1/security`,
    clauses: 'security',
  },
  { title: `AdCP ${release.name} documentation` },
]
