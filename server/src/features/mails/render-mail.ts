import type { TextMessage } from '@quack/contract/calls/notification-text'
import { directionOf } from '@quack/contract/rules/locales'
import { oneLine } from '@quack/contract/rules/text'
import type { Language } from '../../locale/languages.ts'

/** What a mail says. Every text is plain: it is escaped where it is put into HTML. */
export interface MailContent {
  /** That of all its texts. */
  readonly language: Language
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly url: string }
  /** Short entries, each with a link. */
  readonly entries?: readonly { readonly text: string; readonly url: string }[]
  /** In small print, after everything else. */
  readonly remarks?: readonly string[]
  /** Ends mails of this kind: the address of a page, and the address that a mail program posts to (RFC 8058). */
  readonly unsubscribe?: { readonly page: string; readonly post: string }
}

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The address for `List-Unsubscribe`. */
  readonly unsubscribe?: string
}

const SUBJECT_MAX = 150

const TEXTS = {
  action: /** i18n */ { id: 'mail.action', message: '{action}:' },
  address: /** i18n */ { id: 'mail.action.address', message: 'Or open this address: {url}' },
  origin: /** i18n */ { id: 'mail.origin', message: 'This mail is from Quack at {host}.' },
  unsubscribe: /** i18n */ { id: 'mail.unsubscribe', message: 'Get no more of these mails' },
  unsubscribeAt: /** i18n */ { id: 'mail.unsubscribe.address', message: 'To get no more of these mails: {url}' },
} satisfies Record<string, TextMessage>

/** Both parts of a mail. They have no picture and load nothing, so opening a mail tells nobody that it was opened. */
export function renderMail(content: MailContent, publicUrl: string): RenderedMail {
  const { language, paragraphs, action, entries = [], unsubscribe } = content
  const { say } = language
  const host = new URL(publicUrl).host
  const remarks = [...(content.remarks ?? []), say(TEXTS.origin, { host })]
  const end = unsubscribe ? [say(TEXTS.unsubscribeAt, { url: unsubscribe.page })] : []
  const text = [
    ...paragraphs,
    ...(entries.length > 0 ? [entries.map((entry) => `- ${entry.text}\n  ${entry.url}`).join('\n')] : []),
    ...(action ? [`${say(TEXTS.action, { action: action.label })}\n${action.url}`] : []),
    `-- \n${[...remarks, ...end].join('\n')}`,
  ].join('\n\n')
  return {
    subject: oneLine(content.subject).slice(0, SUBJECT_MAX),
    text: `${text}\n`,
    html: htmlOf({ ...content, entries, remarks }),
    ...(unsubscribe && { unsubscribe: unsubscribe.post }),
  }
}

const STYLE = {
  body: 'margin:0;padding:24px;background:#ffffff;color:#0f1419;font:16px/1.5 system-ui,-apple-system,sans-serif',
  page: 'max-width:560px;margin:0 auto',
  button:
    'display:inline-block;padding:10px 20px;border-radius:9999px;background:#0f5fa8;color:#ffffff;text-decoration:none;font-weight:600',
  link: 'color:#0f5fa8',
  small: 'margin:8px 0;color:#536471;font-size:13px',
  rule: 'border:0;border-top:1px solid #cfd9de;margin:24px 0 16px',
}

function htmlOf(content: MailContent): string {
  const { language, subject, paragraphs, action, entries = [], remarks = [], unsubscribe } = content
  const { locale, say } = language
  const link = (url: string, label: string, style: string) =>
    `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`
  const small = (html: string) => `<p style="${STYLE.small}">${html}</p>`
  const parts = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    entries.length > 0
      ? `<ul>${entries.map(({ text, url }) => `<li>${link(url, text, STYLE.link)}</li>`).join('')}</ul>`
      : '',
    action ? `<p>${link(action.url, action.label, STYLE.button)}</p>` : '',
    // For mail programs that do not show the button as a link.
    action ? small(escapeHtml(say(TEXTS.address, { url: action.url }))) : '',
    `<hr style="${STYLE.rule}">`,
    ...remarks.map((remark) => small(escapeHtml(remark))),
    unsubscribe ? small(link(unsubscribe.page, say(TEXTS.unsubscribe), STYLE.link)) : '',
  ]
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="${STYLE.body}"><div style="${STYLE.page}">
${parts.filter((part) => part !== '').join('\n')}
</div></body>
</html>
`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
