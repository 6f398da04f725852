import { escapeHtml } from '../../http/pages/escape-html.ts'
import type { OpenApi, Operation, Response } from './openapi.ts'

/**
 * An OpenAPI document for people: plain HTML without scripts. Pure.
 * @param links to the document itself, and to what else there is
 */
export function docsPage({ info, paths, components }: OpenApi, links: Readonly<Record<string, string>>): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      request: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  )
  const byNoun = Map.groupBy(operations, ({ tags: [noun] }) => noun)
  const sections = [...byNoun].map(
    ([noun, calls]) => `<section id="of-${noun}"><h2>${noun}</h2>${calls.map(article).join('')}</section>`,
  )
  const nouns = [...byNoun.keys()].map((noun) => `<a href="#of-${noun}">${noun}</a>`)
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<article id="${name}"><h3>${name}</h3>${schemaText(schema)}</article>`,
  )
  const others = Object.entries(links).map(([text, to]) => `<a href="${to}">${text}</a>`)
  const notes = [info.description, ...Object.values(components.securitySchemes).map(({ description }) => description)]
  const title = escapeHtml(info.title)
  const version = escapeHtml(info.version)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} API ${version}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title} API <small>${version}</small></h1>
<p>For programs, and more: ${others.join(', ')}.</p>
${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}
<nav>${nouns.join(' ')} <a href="#schemas">schemas</a></nav>
${sections.join('\n')}
<section id="schemas"><h2>schemas</h2>${schemas.join('')}</section>
</main>
</body>
</html>
`
}

function article(operation: Operation & { readonly request: string }): string {
  const { request, operationId, summary, 'x-access': access, security, parameters, requestBody, responses } = operation
  const scopes = new Set(security.flatMap((each) => Object.values(each)).flat())
  const who = [access === 'anyone' ? access : `${access}s`, ...scopes].join(', ')
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const refusals = Object.entries(responses).filter(([status]) => !status.startsWith('2'))
  const parts = [
    fields('Path', parameters, 'path'),
    fields('Query', parameters, 'query'),
    fields('Headers', parameters, 'header'),
    requestBody ? contentDetails('Body', requestBody.content) : '',
    ...answers.map(([status, { content }]) => contentDetails(`Answer, ${status}`, content)),
    `<details><summary>Refusals</summary><table>${refusals.flatMap(refusalRows).join('')}</table></details>`,
  ]
  return `<article id="${operationId}"><h3><code>${escapeHtml(request)}</code> <small>for ${who}</small></h3>
<p>${escapeHtml(summary)}</p>${parts.join('')}</article>`
}

function fields(title: string, parameters: Operation['parameters'], place: string): string {
  const rows = parameters.flatMap(({ name, in: of, required, description = '', schema }) => {
    if (of !== place) return []
    const note = required ? 'required' : schema.default === undefined ? '' : `default ${String(schema.default)}`
    const cells = [`<code>${escapeHtml(name)}</code>`, escapeHtml(description), escapeHtml(note)]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return rows.length === 0 ? '' : `<table><caption>${title}</caption>${rows.join('')}</table>`
}

/** Its forms differ at most by the files of the last one. */
function contentDetails(title: string, content: Response['content']): string {
  const types = Object.keys(content).filter((type) => type !== 'application/json' || Object.keys(content).length > 1)
  const summary = [title, ...types].join(', ')
  return `<details><summary>${summary}</summary>${schemaText(Object.values(content).at(-1)?.schema)}</details>`
}

function refusalRows([status, { content }]: [string, Response]): string[] {
  const examples = Object.entries(content['application/json']?.examples ?? {})
  return examples.map(
    ([code, { summary }]) => `<tr><td>${status}</td><td><code>${code}</code></td><td>${escapeHtml(summary)}</td></tr>`,
  )
}

function schemaText(schema: unknown): string {
  const text = escapeHtml(JSON.stringify(schema, null, 2))
  return `<pre>${text.replace(/#\/components\/schemas\/(\w+)/g, '<a href="#$1">$1</a>')}</pre>`
}

/** The page's security policy names its hash. */
export const STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; }
main { max-inline-size: 52rem; margin-inline: auto; padding: 1.5rem; }
nav { display: flex; flex-wrap: wrap; gap: 1rem; }
article { border-block-start: 1px solid color-mix(in srgb, currentcolor 20%, transparent); padding-block: .5rem; }
h3 { margin-block: .5rem 0; overflow-wrap: anywhere; }
small { font-weight: normal; opacity: .7; }
table { border-collapse: collapse; inline-size: 100%; }
caption { font-weight: 600; text-align: start; }
td { padding: .15rem .75rem .15rem 0; vertical-align: top; }
pre { overflow: auto; max-block-size: 24rem; font-size: .85rem; }
`
