import type { Site } from './site.ts'

export function docsPages(_site: Site): [string, (request: Request) => Response][] {
  return []
}
