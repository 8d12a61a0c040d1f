import { expect, test } from 'vitest'
import { paramHeadersOf, writeParamHeaders } from './param-headers.ts'

const tool = {
  name: 'route',
  inputSchema: {
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, size: { 'x-mcp-header': 'Size' }, other: {} },
  },
}

test('arguments that a tool wants in headers are written so that a header can hold them', () => {
  const headers = paramHeadersOf(tool)
  expect(writeParamHeaders(headers, { region: 'eu west', size: 3, other: 'x' })).toEqual({
    'mcp-param-Region': 'eu west',
    'mcp-param-Size': '3',
  })
  expect(writeParamHeaders(headers, { region: 'Zoë' })).toEqual({ 'mcp-param-Region': '=?base64?Wm/Dqw==?=' })
  expect(writeParamHeaders(headers, { region: '=?base64?SGVsbG8=?=' })).toEqual({
    'mcp-param-Region': '=?base64?PT9iYXNlNjQ/U0dWc2JHOD0/PQ==?=',
  })
  expect(writeParamHeaders(headers, { region: ' a\r\nb' })).toEqual({ 'mcp-param-Region': '=?base64?IGENCmI=?=' })
  expect(writeParamHeaders(headers, { region: { a: 1 }, size: null })).toEqual({})
})

test('a name that is no name of a header is none', () => {
  expect(paramHeadersOf({ inputSchema: { properties: { a: { 'x-mcp-header': 'A\r\nHost: b' } } } })).toEqual([])
})
