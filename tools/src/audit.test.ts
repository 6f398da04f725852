import { expect, test } from 'vitest'
import { reportAudit } from './audit.ts'

test('an audit lists the advisories of each package, and those of its dependencies', () => {
  const advisory = { title: 'Reads too far', url: 'https://example.com/1', severity: 'high' }
  const vulnerabilities = { one: { range: '<1.0.1', via: [advisory] }, two: { range: '*', via: ['one'] } }
  expect(reportAudit(JSON.stringify({ vulnerabilities }))).toEqual({
    lines: ['one <1.0.1: high: Reads too far (https://example.com/1)', 'two *: through one'],
    exitCode: 1,
  })
  expect(reportAudit('{"vulnerabilities": {}}')).toEqual({
    lines: ['The registry knows of no advisory.'],
    exitCode: 0,
  })
})

test.each([
  ['a registry that refuses it', '{"message": "405 Method Not Allowed", "statusCode": 405}', '405'],
  ['no network', '{"message": "request to the registry failed"}', 'request to the registry failed'],
  ['no output', '', 'no output'],
])('an audit does not pass for clean with %s', (_, output, answer) => {
  expect(reportAudit(output)).toEqual({
    lines: [`The registry did not answer the audit (${answer}). Nothing is known.`],
    exitCode: 2,
  })
})
