import type { JsonObject } from '../lib/json-value.ts'
import type { Site } from './site.ts'

export function openapi({ agent }: Site): JsonObject {
  return { openapi: '3.1.0', info: { title: agent.title, version: agent.version }, paths: {} }
}
