/** Runs before every test file, also where files share their modules. */
import { afterAll } from 'vitest'
import { cleanUpAll } from './after-file.ts'

afterAll(cleanUpAll)
