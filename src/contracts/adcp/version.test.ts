import { describe, expect, test } from 'vitest'
import { negotiate, pinOf } from './version.ts'

const supported = ['3.0', '3.1', '3.2-beta.1', '4.0'] as const

describe('a pin that is served', () => {
  test.each([
    ['the very release', { adcp_version: '3.1' }, '3.1'],
    ['the highest below it', { adcp_version: '3.9' }, '3.1'],
    ['minors compare as numbers', { adcp_version: '3.10' }, '3.1'],
    ['the very pre-release', { adcp_version: '3.2-beta.1' }, '3.2-beta.1'],
    ['never a pre-release for a release', { adcp_version: '3.2' }, '3.1'],
    ['the highest of a major', { adcp_major_version: 3 }, '3.1'],
    ['both, when they agree', { adcp_version: '3.0', adcp_major_version: 3 }, '3.0'],
    ['nothing pinned', {}, '4.0'],
  ])('%s', (_, pin, served) => {
    expect(negotiate(pin, supported)).toEqual({ ok: true, served })
  })

  test('nothing pinned gets the fallback', () => {
    expect(negotiate({}, supported, { fallback: '3.1' })).toEqual({ ok: true, served: '3.1' })
  })
})

describe('a pin that is refused', () => {
  test.each([
    ['below all of its major', { adcp_version: '4.0' }, ['4.1', '3.0']],
    ['another major', { adcp_version: '5.0' }, supported],
    ['another pre-release', { adcp_version: '3.2-beta.2' }, supported],
    ['a pre-release of a supported release', { adcp_version: '3.1-beta.3' }, supported],
    ['a patch number', { adcp_version: '3.1.0' }, supported],
    ['a number', { adcp_version: 3.1 }, supported],
    ['majors that disagree', { adcp_version: '3.1', adcp_major_version: 2 }, supported],
    ['a major that is not there', { adcp_major_version: 2 }, supported],
    ['a major that is a string', { adcp_major_version: '3' }, supported],
    ['a major with pre-releases alone', { adcp_major_version: 5 }, ['5.0-alpha.1']],
  ])('%s', (_, pin, versions) => {
    const result = negotiate(pin, versions as [string, ...string[]])
    expect(result).toMatchObject({
      ok: false,
      fault: {
        category: 'invalid',
        code: 'VERSION_UNSUPPORTED',
        recovery: 'correct',
        details: { supported_versions: [...versions] },
      },
    })
  })

  test('is told what there is', () => {
    const result = negotiate({ adcp_version: '5.0' }, supported, { buildVersion: '3.1.4' })
    expect(!result.ok && result.fault.details).toEqual({
      supported_versions: ['3.0', '3.1', '3.2-beta.1', '4.0'],
      supported_majors: [3, 4],
      build_version: '3.1.4',
    })
  })
})

test('the pin stands at the root of the arguments', () => {
  expect(pinOf({ adcp_version: '3.1', adcp_major_version: 3, brief: 'x' })).toEqual({
    adcp_version: '3.1',
    adcp_major_version: 3,
  })
  expect(pinOf([])).toEqual({})
})
