/** What an OpenAPI document of a service that follows the profile keeps or breaks. */
import type { Rule } from '../../codec/rule.ts'

export const openapiRules: readonly Rule[] = [
  {
    id: 'yaagents/openapi-document',
    level: 'must',
    clause: 'OpenAPI Object',
    title: 'An OpenAPI document is an object that states a version 3.',
    why: 'Another version has another form, in which nothing can be checked.',
    fix: 'Add openapi: 3.1.0, or convert the document to version 3.',
  },
  {
    id: 'yaagents/openapi-extension',
    level: 'must',
    clause: 'OpenAPI x-yaagents',
    title: 'An operation with a vendor media type has x-yaagents with its four members, and no other.',
    why: 'Tools choose by it how an operation may be called and repeated.',
    fix: 'Add x-yaagents: {resource, operationKind, deterministic, mutating}.',
  },
  {
    id: 'yaagents/openapi-responses',
    level: 'should',
    clause: '§4, §8.1',
    title: 'A response of an operation with x-yaagents has the media type of its status, perhaps among others.',
    why: 'A client of the profile finds no answer that it can read.',
    fix: 'Add the media type of the row; others may stand next to it.',
  },
  {
    id: 'yaagents/openapi-headers',
    level: 'should',
    clause: '§2, §5.1',
    title:
      'Responses declare X-YAAgents-Profile, those with a vendor media type X-Correlation-ID and X-Request-ID too.',
    why: 'Clients that are generated from the document do not read headers that it does not declare.',
    fix: 'Add the headers to the response, or refer to the reusable components.',
  },
  {
    id: 'yaagents/openapi-reference',
    level: 'must',
    clause: 'OpenAPI Reference Object',
    title: 'A reference within the document names something in it.',
    why: 'What it stands for is missing for every reader.',
    fix: 'Correct the pointer after #, or add what it names.',
  },
  {
    id: 'yaagents/openapi-outside',
    level: 'should',
    clause: 'OpenAPI Reference Object',
    title: 'The document and the files in its folder hold everything that it refers to.',
    why: 'Anything elsewhere was not checked.',
    fix: 'Bundle the document, or keep the files in its folder.',
  },
  {
    id: 'yaagents/openapi-operations',
    level: 'should',
    clause: 'OpenAPI x-yaagents',
    title: 'At least one operation of an OpenAPI document has x-yaagents or a vendor media type.',
    why: 'Without one the document says nothing about the profile, and nothing was checked.',
    fix: 'Add x-yaagents and the responses of the profile to the operations of agents.',
  },
  {
    id: 'yaagents/openapi-resource',
    level: 'should',
    clause: '§3',
    title: 'An operation belongs to a resource, not to an agent that is invoked.',
    why: 'The agent is an implementation detail; callers know resources.',
    fix: 'Name the resource: /campaigns/{campaignId}/optimizations in place of /agents/{name}/invoke.',
  },
]
