import { bareEnvironment } from '@quack/testing/server-process'
import { describe, expect } from 'vitest'
import { test as base } from '../../test/fixtures.ts'
import { ORIGIN } from '../../test/mails.ts'
import { MailQueue } from '../features/mails/mail-queue.ts'
import { giveUpMail } from '../features/mails/mails.queries.ts'
import { createLanguages } from '../locale/languages.ts'
import { runCommand } from './run-command.ts'

const SECRET = 'a secret of this test alone, of some length'
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'quack@quack.example', PUBLIC_URL: ORIGIN }

/** The server sends nothing, so what commands queue stays. */
const test = base.extend('quack', ({ app }) => {
  return (args: readonly string[], env: Record<string, string> = { ...MAIL, SECRET_KEY: SECRET }) =>
    runCommand(args, { ...bareEnvironment(), ...app.database.env, ...env })
})

describe('npm run quack', () => {
  test('confirms an address, tells its member what the operator does, and lists what waits and what was given up', async ({
    app,
    ann,
    quack,
  }) => {
    const email = ann.record.email ?? ''
    expect(await quack(['mails'])).toEqual({ code: 0, output: '0 wait, 0 were given up in the last 14 days.' })
    // Nothing goes to an address that is not confirmed.
    expect(await quack(['reset-factors', ann.username])).toMatchObject({ code: 0 })
    const confirmed = { code: 0, output: `${email} is the confirmed e-mail address of ${ann.username} now.` }
    expect(await quack(['confirm-email', ann.username])).toEqual(confirmed)
    const again = `The e-mail address of ${ann.username} is confirmed already.`
    expect(await quack(['confirm-email', ann.username])).toEqual({ code: 1, output: again })
    expect(await quack(['mails'])).toMatchObject({ output: expect.stringMatching(/^0 wait, 0 /) })

    expect(await quack(['reset-factors', ann.username])).toMatchObject({ code: 0 })
    const [row, ...others] = await app.db.read.selectFrom('mails').selectAll().execute()
    expect(others).toEqual([])
    // The server can read it.
    const queue = new MailQueue({
      db: app.db,
      secret: SECRET,
      publicUrl: ORIGIN,
      now: Date.now,
      languages: createLanguages({}),
    })
    expect(row && JSON.parse(queue.open(row) ?? '')).toMatchObject({
      subject: 'The operator has reset how you sign in',
      text: expect.stringContaining('By the operator'),
    })
    const since = String.raw`since \d{4}-\d\d-\d\dT[\d:]{8}Z`
    const { output } = await quack(['mails'])
    expect(output).toMatch(new RegExp(String.raw`^1 wait, 0 were.*\nwaits\tnotice\t${email}\t${since}\t0 attempts$`))
    expect((await quack(['mails', '--failed'])).output).not.toContain(email)
    // An older one would be deleted by the clean-up.
    const at = Date.now()
    await app.db.write((transaction) => giveUpMail(transaction, { key: row?.id ?? 0 }, '550 No such user', at))
    const time = `${new Date(at).toISOString().slice(0, 19)}Z`
    expect((await quack(['mails', '--failed'])).output).toMatch(
      new RegExp(String.raw`^0 wait, 1 were.*\ngiven up ${time}\tnotice\t.*\t550 No such user$`),
    )
    const log = app.db.read.selectFrom('audit_log').select('id').where('action', '=', 'confirm-email')
    expect(await log.where('target_id', '=', Number(ann._id)).execute()).toHaveLength(1)
  })

  test('queues nothing without a mail server, or without the secret of the server', async ({ app, ann, quack }) => {
    await quack(['confirm-email', ann.username])
    await app.db.write((transaction) => transaction.deleteFrom('mails').execute())
    // The directory of a test has no secret.
    for (const env of [{}, MAIL]) {
      expect(await quack(['reset-factors', ann.username], { ...env })).toMatchObject({ code: 0 })
    }
    expect(await app.db.read.selectFrom('mails').select('id').execute()).toEqual([])
  })

  test('refuses a limit that is no number', async ({ quack }) => {
    expect(await quack(['mails', '--limit', 'x'])).toMatchObject({ code: 2 })
  })
})
