/** Subsidy programs and companies behind the jpcite envelope. */
import { defineAgent } from '../../src/index.ts'
import { Catalog } from './catalog.ts'
import { Health } from './health.ts'
import { type SampleData, sampleData } from './records.ts'
import { deepHealth } from './routes/deep-health.ts'
import { getHoujin } from './routes/houjin.ts'
import { getProgram } from './routes/program.ts'
import { searchPrograms } from './routes/search.ts'
import { getStats } from './routes/stats.ts'

export interface ProgramsOptions {
  data?: SampleData
  now?: () => number
}

const version = '1.0.0'

export function programs({ data = sampleData(), now = Date.now }: ProgramsOptions = {}) {
  const catalog = new Catalog(data)
  const health = new Health(catalog, version, now)
  const agent = defineAgent({
    name: 'programs',
    version,
    title: 'Programs',
    description: 'Searches invented subsidy programs and returns facts about invented companies.',
    operations: {
      searchPrograms: searchPrograms(catalog),
      getProgram: getProgram(catalog),
      getHoujin: getHoujin(catalog, now),
      deepHealth: deepHealth(health),
      getStats: getStats(catalog),
    },
  })
  return { agent, catalog, health }
}
