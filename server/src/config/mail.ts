import type { MailLocation } from '../features/mails/mail-sender.ts'

/** `name <address>`, or the address alone. */
const FROM = /^(?:"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/
const ADDRESS = /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+$/
const ADDRESS_MAX = 254

interface MailVariables {
  readonly smtpUrl: string | null
  readonly mailFrom: string | null
  readonly publicUrl: string | null
  readonly isEmailRequired: boolean
}

/** Mail is off without SMTP_URL. MAIL_FROM and REQUIRE_CONFIRMED_EMAIL are then reported, for they need it. */
export function readMail(
  { smtpUrl, mailFrom, publicUrl, isEmailRequired }: MailVariables,
  report: (problem: string) => void,
): MailLocation | null {
  if (smtpUrl === null) {
    if (mailFrom !== null) report('MAIL_FROM needs SMTP_URL too.')
    if (isEmailRequired) report('REQUIRE_CONFIRMED_EMAIL needs SMTP_URL too.')
    return null
  }
  if (publicUrl === null) report('SMTP_URL needs PUBLIC_URL too, for the links in mails.')
  if (mailFrom === null) {
    report('SMTP_URL needs MAIL_FROM too.')
    return null
  }
  const [, name = '', inBrackets, alone] = FROM.exec(mailFrom) ?? []
  const address = inBrackets ?? alone ?? ''
  if (!isMailAddress(address)) {
    report(`MAIL_FROM must be an address, or "name <address>"; it is "${mailFrom}".`)
    return null
  }
  return { url: smtpUrl, from: { name: name || 'Quack', address } }
}

/** Whether members can find the operator there: an e-mail address, or the address of a page. */
export function isContact(text: string): boolean {
  return isMailAddress(text) || (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol))
}

const isMailAddress = (text: string) => text.length <= ADDRESS_MAX && ADDRESS.test(text)
