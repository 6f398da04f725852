import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '@quack/contract/rules/locales'
import { patient } from '@quack/testing/patience'
import { startPushService } from '@quack/testing/push-service'
import { expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { like } from '../../../test/blocks.ts'
import { test as base } from '../../../test/mail-fixtures.ts'
import { FROM, ORIGIN } from '../../../test/mails.ts'
import { writePost } from '../../../test/members.ts'
import { subscribeDevice, titlesOf } from '../../../test/push.ts'
import type { MemberId } from '../../database/schema.ts'
import { EVERY_MS } from '../notifications/digest/digest.ts'

const LOCALE = 'POST /api/account/locale'
const LOG_IN = { method: 'POST', url: '/api/auth/login' } as const
const DAY = 24 * 60 * 60_000
const likes = (text: string) => `{count, plural, one {{people} ${text}} other {{people} ${text}}}`

const TEXTS = {
  de: {
    'mail.digest.daily': 'Heute neu für {username}:',
    'mail.digest.subject': '{count, plural, one {# Neuigkeit} other {# Neuigkeiten}}',
    'mail.reset.subject': 'Neues Passwort',
    'notification.like': likes('mag deinen Beitrag'),
  },
  ar: {
    'mail.digest.daily': 'جديد اليوم لـ {username}:',
    'mail.digest.subject': '{count, plural, one {إشعار جديد} other {# إشعارات جديدة}}',
    'mail.reset.subject': 'كلمة مرور جديدة',
    'notification.like': likes('أعجب بمنشورك'),
  },
} as const

const poOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts)
    .map(([id, text]) => `#. js-lingui-explicit-id\nmsgid ${JSON.stringify(id)}\nmsgstr ${JSON.stringify(text)}\n`)
    .join('\n')

const test = base
  .extend('translations', { scope: 'file' }, async ({ temporary }, { onCleanup }) => {
    const translations = await mkdtemp(join(temporary, 'quack-translations-'))
    onCleanup(() => rm(translations, { recursive: true }))
    for (const [locale, texts] of Object.entries(TEXTS))
      await writeFile(join(translations, `${locale}.po`), poOf(texts))
    return translations
  })
  .extend('options', { scope: 'file' }, ({ clock, mailServer, translations }) => ({
    ...{ publicUrl: ORIGIN, clock, translations, push: { allowPrivateAddresses: true } },
    mail: { location: { url: mailServer.url, from: FROM }, timeoutMs: patient(60_000) },
  }))
  .extend('service', async ({ app: _ }, { onCleanup }) => {
    const service = await startPushService()
    onCleanup(() => service.close())
    return service
  })
  /** Who gets digests and push messages, and whose post somebody else likes. */
  .extend('reader', ({ app, member, bob, service }) => async (locale: Locale, how: 'chosen' | 'seen') => {
    const ann = await member('ann', { email: `${locale}@example.com` })
    if (how === 'chosen') await ann.call(LOCALE, { body: { locale } })
    else {
      const payload = { username: ann.username, password: PASSWORD }
      await app.visitor.send({ ...LOG_IN, headers: { 'accept-language': `${locale}, fr;q=0.5` }, payload })
    }
    await app.db.write((transaction) =>
      transaction
        .updateTable('members')
        .set({ email_confirmed_at: Date.now() })
        .where('id', '=', Number(ann._id) as MemberId)
        .execute(),
    )
    await ann.call('POST /api/notifications/settings', { body: { digest: 'daily' } })
    const device = await subscribeDevice(service, ann)
    await bob.call(LOCALE, { body: { locale: 'fr' } })
    await like(bob, (await writePost(ann))._id)
    return { username: ann.username, device }
  })

const EXPECTED = [
  { locale: 'de', direction: 'ltr', subject: '1 Neuigkeit', liked: 'mag deinen Beitrag' },
  { locale: 'ar', direction: 'rtl', subject: 'إشعار جديد', liked: 'أعجب بمنشورك' },
] as const

test('push messages and mails are in the language of who gets them', async ({
  app,
  bob,
  clock,
  mailServer,
  reader,
}) => {
  const readers = [await reader('de', 'chosen'), await reader('ar', 'seen')]
  const titleOf = (liked: string) => `${bob.record.firstName} ${bob.record.lastName} ${liked}`
  for (const [index, { liked }] of EXPECTED.entries())
    await expect.poll(() => readers[index] && titlesOf(readers[index].device)).toEqual([titleOf(liked)])

  const mailWith = (locale: Locale, subject: string, ms = 1) => {
    clock.advance(ms)
    return mailServer.mails.find((mail) => mail.to.includes(`${locale}@example.com`) && mail.subject === subject)
  }
  for (const { username } of readers) await app.visitor.call('POST /api/auth/forgot', { body: { name: username } })
  for (const { locale } of EXPECTED)
    await expect.poll(() => mailWith(locale, TEXTS[locale]['mail.reset.subject'])).toBeDefined()
  // The choices were made by the clock of the machine, which may be ahead.
  clock.advance(Math.max(0, Date.now() - clock.now()) + DAY + 60_000)
  for (const [index, { locale, direction, subject, liked }] of EXPECTED.entries()) {
    // A look for digests may be under way while the day passes. Then the next one finds them.
    await expect.poll(() => mailWith(locale, subject, EVERY_MS)).toBeDefined()
    const { html = '', text = '' } = mailWith(locale, subject) ?? {}
    expect(html).toContain(`<html lang="${locale}" dir="${direction}">`)
    expect(text).toContain(TEXTS[locale]['mail.digest.daily'].replace('{username}', readers[index]?.username ?? ''))
    expect(text).toContain(titleOf(liked))
    // What has no translation.
    expect(text).toContain('See all notifications')
  }
})
