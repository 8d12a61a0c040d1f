/** A good and a bad answer for every rule, for `replywire explain`. */
import { httpWire, type Json, type JsonObject, type RuleExample, type RuleExamples } from '../../src/codec/index.ts'

function pair(good: Json, bad: Json): RuleExample {
  return { good: { wire: httpWire({ status: 200, body: good }) }, bad: { wire: httpWire({ status: 200, body: bad }) } }
}

const success: JsonObject = { status: 'success', data: { post: { id: 1 } } }
const fail: JsonObject = { status: 'fail', data: { title: 'A title is required' } }
const error: JsonObject = { status: 'error', message: 'Unable to communicate with database' }

export const examples: RuleExamples = {
  'jsend/object': pair(success, [{ id: 1 }]),
  'jsend/status': pair(success, { ...success, status: 'ok' }),
  'jsend/data': pair({ status: 'success', data: null }, { status: 'success' }),
  'jsend/fail-data': pair(fail, { ...fail, data: 'A title is required' }),
  'jsend/message': pair(error, { status: 'error' }),
  'jsend/code': pair({ ...error, code: 17 }, { ...error, code: '17' }),
  'jsend/error-data': pair({ ...error, data: { host: 'db-1' } }, { ...error, data: 'db-1' }),
  'jsend/error-only': pair(error, { ...success, message: 'Here is the post.' }),
  'jsend/stack-trace': pair(error, { ...error, message: 'Error: boom\n    at read (/srv/posts.js:10:5)' }),
}
