import { escapeHtml } from '../../../http/pages/escape-html.ts'
import { AUTHORIZE_SCRIPT_PATH } from './authorize.script.ts'

/** The page on which a member lets an app act for them. It works without scripts but for passkeys. Pure. */

const MEANINGS: readonly (readonly [scope: RegExp, text: string])[] = [
  [/^read$/, 'Read everything that you can read'],
  [/^read:/, 'Read: '],
  [/^write$/, 'Write, change and delete in your name'],
  [/^write:/, 'Write and change: '],
  [/^follow$/, 'Follow, mute and block'],
  [/^push$/, 'Send you push messages'],
  [/^profile$/, 'See who you are'],
]

export interface Consent {
  readonly app: { readonly name: string; readonly website: string }
  readonly host: string
  readonly scopes: readonly string[]
  /** The fields of the request, which the form repeats. */
  readonly fields: Readonly<Record<string, string>>
  readonly hasPasskeys: boolean
  readonly username: string
  /** Why the last attempt has failed; empty for none. */
  readonly problem: string
  readonly needsCode: boolean
}

export function consentPage({ app, host, scopes, fields, hasPasskeys, username, problem, needsCode }: Consent): string {
  const hidden = Object.entries(fields).map(([name, value]) => input('hidden', name, value))
  const name = escapeHtml(app.name)
  const site = app.website && ` <small>${escapeHtml(app.website)}</small>`
  return page(
    `Let ${name} use your account?`,
    `<p><strong>${name}</strong>${site} asks to use your account on ${escapeHtml(host)}. It will be able to:</p>
<ul>${scopes.map((scope) => `<li>${escapeHtml(meaningOf(scope))}</li>`).join('')}</ul>
<p>It never sees your password. You can end this at any time under “Sign-in and security”.</p>
${problem && `<p role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="/oauth/authorize" id="consent">
${hidden.join('\n')}
<input type="hidden" name="token"><input type="hidden" name="credential">
<p id="signed-in" hidden>Signed in as <strong></strong>. <button type="button" id="other">Use another account</button></p>
<fieldset id="sign-in"><legend>Log in to Quack</legend>
<label>Username ${input('text', 'username', username, 'autocomplete="username" autocapitalize="none" spellcheck="false"')}</label>
<label>Password ${input('password', 'password', '', 'autocomplete="current-password"')}</label>
<label>Code${needsCode ? '' : ', if you use one'} ${input('text', 'code', '', 'autocomplete="one-time-code" inputmode="numeric"')}</label>
${hasPasskeys ? '<button type="button" id="passkey" hidden>Use a passkey</button>' : ''}
</fieldset>
<p class="row"><button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button></p>
</form>
<script src="${AUTHORIZE_SCRIPT_PATH}" defer></script>`,
  )
}

/** For an app that cannot be led back to: the member copies the code. */
export const codePage = (code: string): string =>
  page(
    'Copy this code',
    `<p>Paste it into the app. It works once, for a minute.</p><p><code>${escapeHtml(code)}</code></p>`,
  )

export const refusalPage = (reason: string): string => page('This does not work', `<p>${escapeHtml(reason)}</p>`)

export function meaningOf(scope: string): string {
  const [, text = scope] = MEANINGS.find(([pattern]) => pattern.test(scope)) ?? []
  return text.endsWith(': ') ? text + (scope.split(':')[1] ?? '') : text
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Quack</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${title}</h1>
${body}
</main></body>
</html>
`
}

function input(type: string, name: string, value: string, more = ''): string {
  return `<input type="${type}" name="${name}" value="${escapeHtml(value)}" ${more}>`
}

/** The page's security policy names its hash. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #fff; --ink: #1f2328; --edge: #818b98; --solid: #0969da; }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1117; --ink: #e6edf3; --edge: #6b7684; --solid: #1f6feb; } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; background: var(--ground); color: var(--ink); }
main { max-inline-size: 26rem; margin-inline: auto; padding: 2rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.2; overflow-wrap: anywhere; }
small { opacity: .8; overflow-wrap: anywhere; }
fieldset { border: 0; margin: 0; padding: 0; }
legend { font-weight: 600; padding: 0; }
label { display: block; margin-block: .75rem; }
input { box-sizing: border-box; display: block; font: inherit; inline-size: 100%; padding: .6rem; border: 1px solid var(--edge); border-radius: .5rem; background: transparent; color: inherit; }
button { font: inherit; min-block-size: 2.75rem; padding: .5rem 1.25rem; border: 1px solid var(--edge); border-radius: 999px; background: transparent; color: inherit; cursor: pointer; }
button[value=allow] { background: var(--solid); border-color: var(--solid); color: #fff; font-weight: 600; }
#signed-in button { display: block; margin-block-start: .5rem; }
.row { display: flex; gap: .75rem; margin-block-start: 1.5rem; }
.row button { min-inline-size: 7rem; }
code { display: block; font-size: 1.1rem; overflow-wrap: anywhere; user-select: all; }
[role=alert] { border-inline-start: 4px solid #d33; padding-inline-start: .75rem; }
`
