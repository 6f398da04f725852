import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS, type EndpointDeclaration, ERRORS, type ErrorCode } from '@quack/contract'
import { refusalsOf } from '@quack/contract/calls/endpoint'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { UPLOADS_MAX } from '@quack/contract/rules/limits'
import { ROOT } from '@quack/testing/run'

/**
 * `npm run docs:contract` writes docs/contract.md: every call of our own API and every refusal, from `ENDPOINTS` and
 * `ERRORS`.
 */

export const CONTRACT_PAGE = join(ROOT, 'docs/contract.md')

export function contractPage(): string {
  const calls = Object.values(ENDPOINTS) as EndpointDeclaration[]
  const inCommon = (Object.keys(ERRORS) as ErrorCode[]).filter((code) =>
    calls.filter(({ method }) => method !== 'GET').every((call) => refusalsOf(call).includes(code)),
  )
  const sections = [...Map.groupBy(calls, ({ noun }) => noun)].map(([noun, group]) =>
    [`## ${noun[0]?.toUpperCase()}${noun.slice(1)}`, '', ...table(CALL_COLUMNS, group.map(callRow))].join('\n'),
  )
  return `${[
    '# The calls of the API',
    '',
    'Generated from `ENDPOINTS` and `ERRORS` in `contract/src` by `npm run docs:contract`; a test compares them. A running Quack',
    'serves the same calls, with every schema, at `/api/docs` and `/api/openapi.json`. The calls of the client API, for apps of other',
    'makers, are in `contract/src/client-api`, and served at `/api/client/docs` and `/api/client/openapi.json` unless `CLIENT_API` is off.',
    '',
    '- **Who**: *anyone* may send a token, and then gets the answer for that viewer; *member* must send one.',
    '  *moderator* and *owner* need this role or a higher one: others get `pathUnknown`, and a moderator `ownerOnly`.',
    '- **Takes**: inputs besides the parameters of the path; `?` marks optional ones.',
    `- **Refusals**: besides those of every call: ${inCommon.map((code) => `\`${code}\``).join(', ')} (reads have no`,
    '  body, so those of a body do not apply to them).',
    '',
    sections.join('\n\n'),
    '',
    '## Resumable uploads',
    '',
    'Besides `POST /api/media`, files can be uploaded with the [tus protocol](https://tus.io/protocols/resumable-upload),',
    'version 1.0.0, at `/api/uploads`, with its extensions creation, creation-with-upload, creation-defer-length, termination and expiration.',
    '',
    '1. `POST /api/uploads` with `Upload-Length` (and `?for=avatar` for an avatar) answers 201 with the URL in `Location`.',
    '2. `PATCH` to that URL sends bytes from `Upload-Offset` on. After a broken connection, `HEAD` returns how many have',
    '   arrived, and the next `PATCH` continues there. `DELETE` cancels the upload.',
    '3. `POST {url}/finish` creates media from the bytes, as the table above says.',
    '',
    'Every call but `OPTIONS` needs the token. Only the member who began an upload can continue it, within a day. On one node, a member can',
    `have ${UPLOADS_MAX} uploads that are neither finished nor cancelled. Of \`Upload-Metadata\`, the keys`,
    '`filename` and `filetype` are stored. Refusals besides those of every call: `uploadUnknown`, `uploadOffsetWrong`,',
    '`uploadVersionWrong`, `tooManyUploads`, `mediaTooLarge`, `avatarTooLarge`.',
    '',
    '## Refusals',
    '',
    'Every refusal of these calls is `{"errors": ["<message>"], "requestId": "<id>"}`. Its code is in the header',
    `\`${ERROR_CODE_HEADER}\`: clients recognise a refusal by it, because messages may change.`,
    '',
    ...table(['Code', 'Status', 'Message'], Object.entries(ERRORS).map(errorRow)),
  ].join('\n')}\n`
}

const CALL_COLUMNS = ['Call', 'Who', 'What it does', 'Takes', 'Answers', 'Refusals']

function callRow(call: EndpointDeclaration): string[] {
  const { method, path, access, summary, query, headers, body, consumes, produces, success, answer, errors } = call
  const takes = [
    ...fields(query).map((name) => `query \`${name}\``),
    ...fields(headers).map((name) => `header \`${name}\``),
    ...fields(body).map((name) => `\`${name}\``),
    ...(consumes ? [consumes] : []),
  ]
  return [
    `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``,
    access,
    summary,
    takes.join(', '),
    `${success} ${
      produces ??
      fields(answer)
        .map((name) => `\`${name}\``)
        .join(', ')
    }`,
    errors.map((code) => `\`${code}\``).join(', '),
  ]
}

function errorRow([code, { status, message }]: [string, { status: number; message: string }]): string[] {
  return [`\`${code}\``, String(status), message]
}

function fields(schema: unknown): string[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: object; required?: readonly string[] }
  return Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)]
}

if (import.meta.main) writeFileSync(CONTRACT_PAGE, contractPage())
