/** The documents of AdCP that the clauses of the rules cite. */
import type { SpecificationDocument } from '../../codec/specification.ts'
import type { Release } from './release.ts'

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

export const specification = ({ name: release }: Release): readonly SpecificationDocument[] => [
  ...schemas.map(clauses => ({ title: `AdCP ${release} JSON Schemas`, clauses })),
  {
    title: `AdCP ${release} documentation: Security`,
    url: 'https://adcontextprotocol.org/docs/building/by-layer/L1/security',
    clauses: 'security',
  },
  { title: `AdCP ${release} documentation` },
]
