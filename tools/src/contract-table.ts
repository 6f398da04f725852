import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS, type EndpointDeclaration, ERRORS, type ErrorCode } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors'
import { UPLOADS_MAX } from '@quack/contract/limits'
import { refusalsOf } from '@quack/contract/refusals'
import { ROOT } from './run.ts'

/** `npm run docs`: writes docs/contract.md, every call and every refusal, from the declarations in contract/src. */

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
    'Made from the declarations in `contract/src` by `npm run docs`; a test holds it fresh. A running Quack says the same,',
    'with every schema, at `/api/docs` and `/api/openapi.json`.',
    '',
    '- **Who**: *anyone* may send a token, and then gets the viewer’s answer; *member* must.',
    '- **Takes**: path parameters stand in the address; `?` marks what may be left out.',
    `- **Refusals**: beyond those that any call can give: ${inCommon.map((code) => `\`${code}\``).join(', ')} (reads take no`,
    '  body, and give none of the refusals of one).',
    '',
    sections.join('\n\n'),
    '',
    '## Uploads that can be resumed',
    '',
    'Beside `POST /api/media` there is the [tus protocol](https://tus.io/protocols/resumable-upload), version 1.0.0, at',
    '`/api/uploads`, with its extensions creation, creation-with-upload, creation-defer-length, termination and expiration.',
    '',
    '1. `POST /api/uploads` with `Upload-Length` (and `?for=avatar` for an avatar) answers 201 and the address in `Location`.',
    '2. `PATCH` to that address brings bytes from `Upload-Offset` on. After a broken connection, `HEAD` says how many have',
    '   arrived, and the next `PATCH` goes on there. `DELETE` gives the upload up.',
    '3. `POST {address}/finish` makes media of the bytes, as the table above says.',
    '',
    'Every call carries the token; only the member who began an upload can go on with it, within a day. A member can have',
    `begun ${UPLOADS_MAX} of them, on one node, that neither have become media nor were given up. Of \`Upload-Metadata\` the keys`,
    '`filename` and `filetype` are kept. Refusals beyond those of every call: `uploadUnknown`, `uploadOffsetWrong`,',
    '`uploadVersionWrong`, `tooManyUploads`, `mediaTooLarge`, `avatarTooLarge`.',
    '',
    '## Refusals',
    '',
    'Every refusal is `{"errors": ["<message>"], "requestId": "<id>"}`. Its code is in the header',
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
