/** The bodies as JSON Schema, to be published. The reader checks them by hand: it is short enough. */
const word = (value: string) => ({ const: value, rule: 'jsend/status' })

const anything = ['object', 'array', 'string', 'number', 'boolean', 'null']

export const schemas = {
  '1': {
    success: {
      title: 'Success',
      type: 'object',
      required: ['status', 'data'],
      properties: { status: word('success'), data: { type: anything, rule: 'jsend/data' } },
      rule: 'jsend/object',
    },
    fail: {
      title: 'Fail',
      type: 'object',
      required: ['status', 'data'],
      properties: { status: word('fail'), data: { type: 'object', rule: 'jsend/fail-data' } },
      rule: 'jsend/object',
    },
    error: {
      title: 'Error',
      type: 'object',
      required: ['status', 'message'],
      properties: {
        status: word('error'),
        message: { type: 'string', rule: 'jsend/message' },
        code: { type: 'number', rule: 'jsend/code' },
        data: { type: 'object', rule: 'jsend/error-data' },
      },
      rule: 'jsend/object',
    },
  },
}
