/** The worker of forms: a pattern of somebody else may take for ever. */
import { serveWorker } from '../work/serve-worker.ts'
import { checkSchema } from './check-schema.ts'

serveWorker(async (question: Parameters<typeof checkSchema>[0]) => checkSchema(question))
