/** The worker of the playground. */
import { serveWorker } from '../../work/serve-worker.ts'
import { answerQuestion } from './playground-work.ts'

serveWorker(answerQuestion)
