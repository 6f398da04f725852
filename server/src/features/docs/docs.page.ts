import { ENDPOINTS, type EndpointDeclaration, ERRORS, type ErrorCode } from '@quack/contract'
import { refusalsOf } from '@quack/contract/calls/refusals'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'

/** The API documentation for people: plain HTML without scripts. Pure. */
export function docsPage(version: string): string {
  const byNoun = Map.groupBy(Object.entries(ENDPOINTS), ([, { noun }]) => noun)
  const sections = [...byNoun].map(
    ([noun, calls]) =>
      `<section id="${noun}"><h2>${noun}</h2>${calls.map(([name, call]) => article(name, call)).join('')}</section>`,
  )
  const links = [...byNoun.keys()].map((noun) => `<a href="#${noun}">${noun}</a>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quack API ${escapeHtml(version)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Quack API <small>${escapeHtml(version)}</small></h1>
<p>The same contract for programs: <a href="/api/openapi.json">openapi.json</a>. Calls for members take the token of
sign-up or log-in in the <code>Authorization</code> header, bare or after <code>Bearer</code>. A refusal has its code in the <code>${ERROR_CODE_HEADER}</code> header.</p>
<nav>${links.join(' ')}</nav>
${sections.join('\n')}
</main>
</body>
</html>
`
}

function article(name: string, endpoint: EndpointDeclaration): string {
  const { method, path, summary, access, success, params, query, headers, body, answer } = endpoint
  const parts = [
    fields('Path', params),
    fields('Query', query),
    fields('Headers', headers),
    body ? `<details><summary>Body</summary>${schema(body)}</details>` : '',
    `<details><summary>Answer, ${success}</summary>${schema(answer)}</details>`,
    `<details><summary>Refusals</summary>${refusals(refusalsOf(endpoint))}</details>`,
  ]
  return `<article id="${name}"><h3><code>${method} ${escapeHtml(path)}</code> <small>for ${access === 'anyone' ? access : `${access}s`}</small></h3>
<p>${escapeHtml(summary)}</p>${parts.join('')}</article>`
}

function fields(title: string, schema: EndpointDeclaration['query']): string {
  if (!schema) return ''
  const required: readonly string[] = schema.required ?? []
  const rows = Object.entries(schema.properties).map(([name, property]) => {
    const { description = '', default: fallback } = property as { description?: string; default?: unknown }
    const note = required.includes(name) ? 'required' : fallback === undefined ? '' : `default ${String(fallback)}`
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(description)}</td><td>${escapeHtml(note)}</td></tr>`
  })
  return `<table><caption>${title}</caption>${rows.join('')}</table>`
}

function refusals(codes: readonly ErrorCode[]): string {
  const rows = codes
    .toSorted((one, other) => ERRORS[one].status - ERRORS[other].status)
    .map((code) => {
      const { status, message } = ERRORS[code]
      return `<tr><td>${status}</td><td><code>${code}</code></td><td>${escapeHtml(message)}</td></tr>`
    })
  return `<table>${rows.join('')}</table>`
}

function schema(value: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
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
