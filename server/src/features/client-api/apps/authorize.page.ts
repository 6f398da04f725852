import type { TextMessage } from '@quack/contract/calls/notification-text'
import type { ScopeNoun } from '@quack/contract/client-api/scopes'
import { directionOf } from '@quack/contract/rules/locales'
import { escapeHtml } from '../../../http/pages/escape-html.ts'
import type { Language } from '../../../locale/languages.ts'
import type { Say } from '../../../locale/translator.ts'
import { AUTHORIZE_SCRIPT_PATH } from './authorize.script.ts'

/** The page on which a member lets an app act for them. Without scripts, it takes no passkeys. Pure. */

/** A part of everything has its noun in the scope, after the colon. */
const MEANINGS: readonly (readonly [scope: RegExp, text: TextMessage])[] = [
  [/^read$/, /** i18n */ { id: 'oauth.scope.read', message: 'Read everything that you can read' }],
  [/^read:/, /** i18n */ { id: 'oauth.scope.read.part', message: 'Read: {part}' }],
  [/^write$/, /** i18n */ { id: 'oauth.scope.write', message: 'Write, change and delete in your name' }],
  [/^write:/, /** i18n */ { id: 'oauth.scope.write.part', message: 'Write and change: {part}' }],
  [/^follow$/, /** i18n */ { id: 'oauth.scope.follow', message: 'Follow, mute and block' }],
  [/^push$/, /** i18n */ { id: 'oauth.scope.push', message: 'Send you push messages' }],
  [/^profile$/, /** i18n */ { id: 'oauth.scope.profile', message: 'See who you are' }],
]

/** The nouns of these scopes. */
const PARTS: Readonly<Record<ScopeNoun, TextMessage>> = {
  accounts: /** i18n */ { id: 'oauth.part.accounts', message: 'accounts' },
  blocks: /** i18n */ { id: 'oauth.part.blocks', message: 'blocked members' },
  bookmarks: /** i18n */ { id: 'oauth.part.bookmarks', message: 'bookmarks' },
  conversations: /** i18n */ { id: 'oauth.part.conversations', message: 'conversations' },
  favourites: /** i18n */ { id: 'oauth.part.favourites', message: 'likes' },
  filters: /** i18n */ { id: 'oauth.part.filters', message: 'muted words' },
  follows: /** i18n */ { id: 'oauth.part.follows', message: 'follows' },
  lists: /** i18n */ { id: 'oauth.part.lists', message: 'lists' },
  media: /** i18n */ { id: 'oauth.part.media', message: 'pictures and videos' },
  mutes: /** i18n */ { id: 'oauth.part.mutes', message: 'muted members' },
  notifications: /** i18n */ { id: 'oauth.part.notifications', message: 'notifications' },
  reports: /** i18n */ { id: 'oauth.part.reports', message: 'reports' },
  search: /** i18n */ { id: 'oauth.part.search', message: 'search' },
  statuses: /** i18n */ { id: 'oauth.part.statuses', message: 'posts' },
}

const TEXTS = {
  title: /** i18n */ { id: 'oauth.title', message: 'Let {app} use your account?' },
  asks: /** i18n */ {
    id: 'oauth.asks',
    message: '{app} asks to use your account on {host}. It will be able to:',
  },
  trust: /** i18n */ {
    id: 'oauth.trust',
    message: 'It never sees your password. You can end this at any time under “Sign-in and security”.',
  },
  signedIn: /** i18n */ { id: 'oauth.signedIn', message: 'Signed in as {username}.' },
  other: /** i18n */ { id: 'oauth.other', message: 'Use another account' },
  logIn: /** i18n */ { id: 'oauth.logIn', message: 'Log in to Quack' },
  username: /** i18n */ { id: 'oauth.username', message: 'Username' },
  password: /** i18n */ { id: 'oauth.password', message: 'Password' },
  code: /** i18n */ { id: 'oauth.code', message: 'Code' },
  codeIfUsed: /** i18n */ { id: 'oauth.code.ifUsed', message: 'Code, if you use one' },
  passkey: /** i18n */ { id: 'oauth.passkey', message: 'Use a passkey' },
  allow: /** i18n */ { id: 'oauth.allow', message: 'Allow' },
  deny: /** i18n */ { id: 'oauth.deny', message: 'Deny' },
  copy: /** i18n */ { id: 'oauth.copy', message: 'Copy this code' },
  paste: /** i18n */ { id: 'oauth.paste', message: 'Paste it into the app. It works once, for a minute.' },
  refused: /** i18n */ { id: 'oauth.refused', message: 'This does not work' },
} satisfies Record<string, TextMessage>

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

export function consentPage(consent: Consent, language: Language): string {
  const { app, host, scopes, fields, hasPasskeys, username, problem, needsCode } = consent
  const { say } = language
  const text = (message: TextMessage) => escapeHtml(say(message))
  const hidden = Object.entries(fields).map(([name, value]) => input('hidden', name, value))
  const site = app.website && ` <small>${escapeHtml(app.website)}</small>`
  const asking = { app: `<strong>${escapeHtml(app.name)}</strong>${site}`, host: escapeHtml(host) }
  return page(
    say(TEXTS.title, { app: app.name }),
    `<p>${sayHtml(say, TEXTS.asks, asking)}</p>
<ul>${scopes.map((scope) => `<li>${escapeHtml(meaningOf(scope, say))}</li>`).join('')}</ul>
<p>${text(TEXTS.trust)}</p>
${problem && `<p role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="/oauth/authorize" id="consent">
${hidden.join('\n')}
<input type="hidden" name="token"><input type="hidden" name="credential">
<p id="signed-in" hidden>${sayHtml(say, TEXTS.signedIn, { username: '<strong></strong>' })} <button type="button" id="other">${text(TEXTS.other)}</button></p>
<fieldset id="sign-in"><legend>${text(TEXTS.logIn)}</legend>
<label>${text(TEXTS.username)} ${input('text', 'username', username, 'autocomplete="username" autocapitalize="none" spellcheck="false"')}</label>
<label>${text(TEXTS.password)} ${input('password', 'password', '', 'autocomplete="current-password"')}</label>
<label>${text(needsCode ? TEXTS.code : TEXTS.codeIfUsed)} ${input('text', 'code', '', 'autocomplete="one-time-code" inputmode="numeric"')}</label>
${hasPasskeys ? `<button type="button" id="passkey" hidden>${text(TEXTS.passkey)}</button>` : ''}
</fieldset>
<p class="row"><button name="decision" value="allow">${text(TEXTS.allow)}</button>
<button name="decision" value="deny" formnovalidate>${text(TEXTS.deny)}</button></p>
</form>
<script src="${AUTHORIZE_SCRIPT_PATH}" defer></script>`,
    language,
  )
}

/** For an app that cannot be led back to: the member copies the code. */
export function codePage(code: string, language: Language): string {
  const { locale, say } = language
  const direction = directionOf(locale) === 'rtl' ? ' dir="ltr"' : ''
  const body = `<p>${escapeHtml(say(TEXTS.paste))}</p><p><code${direction}>${escapeHtml(code)}</code></p>`
  return page(say(TEXTS.copy), body, language)
}

export const refusalPage = (reason: TextMessage, language: Language): string =>
  page(language.say(TEXTS.refused), `<p>${escapeHtml(language.say(reason))}</p>`, language)

export function meaningOf(scope: string, say: Say): string {
  const [, text] = MEANINGS.find(([pattern]) => pattern.test(scope)) ?? []
  const [, noun] = scope.split(':')
  return text ? say(text, { part: noun === undefined ? '' : say(PARTS[noun as ScopeNoun]) }) : scope
}

/** They stand for pieces of HTML while a sentence is put together and escaped. */
const MARKS = ['\ue000', '\ue001'] as const

/** @param pieces of HTML, by their names in the message */
function sayHtml(say: Say, message: TextMessage, pieces: Readonly<Record<string, string>>): string {
  const marks = Object.keys(pieces).map((name, index) => [name, MARKS[index] ?? ''] as const)
  const byMark = new Map(marks.map(([name, mark]) => [mark as string, pieces[name] ?? '']))
  return escapeHtml(say(message, Object.fromEntries(marks))).replace(
    /[\ue000\ue001]/g,
    (mark) => byMark.get(mark) ?? '',
  )
}

function page(title: string, body: string, { locale }: Language): string {
  const direction = directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''
  return `<!doctype html>
<html lang="${locale}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} - Quack</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1>
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
:lang(ja) { line-break: strict; word-break: auto-phrase; }
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
