import { timeOfId } from '../database/ids.ts'
import { confirmPresentEmail } from '../features/email-address/email-address.service.ts'
import { countMails, listMails } from '../features/mails/mails.queries.ts'
import { type Command, type CommandContext, CommandError, printable, readLimit } from './command.ts'
import { findMember } from './member.commands.ts'

export const MAIL_COMMANDS: readonly Command[] = [
  {
    name: 'mails',
    args: [],
    options: { failed: { type: 'boolean', default: false }, limit: { type: 'string', default: '50' } },
    summary: 'lists the mails that wait or that were given up, oldest first',
    help: { '--failed': 'only those that were given up', '--limit N': 'maximum number; default 50' },
    run: list,
  },
  {
    name: 'confirm-email',
    args: ['USERNAME'],
    options: {},
    summary: 'marks the e-mail address of a member as confirmed',
    help: {},
    run: confirm,
  },
]

async function list({ db, options }: CommandContext): Promise<string> {
  const limit = readLimit(options.limit)
  const { waiting, failed } = await countMails(db.primary)
  const mails = await listMails(db.primary, { onlyFailed: options.failed === true, limit })
  const lines = mails.map(({ id, kind, recipient, attempts, problem, failed_at }) =>
    [
      failed_at === null ? 'waits' : `given up ${timeText(failed_at)}`,
      kind,
      // A request for a link names nobody until it is answered.
      printable(recipient) || '-',
      `since ${timeText(timeOfId(id))}`,
      `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
      ...(problem === '' ? [] : [printable(problem)]),
    ].join('\t'),
  )
  return [`${waiting} wait, ${failed} were given up in the last 14 days.`, ...lines].join('\n')
}

const timeText = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`

async function confirm({ db, args }: CommandContext): Promise<string> {
  const { id, name } = await findMember(db, args)
  const email = await confirmPresentEmail(db, id)
  if (email === null) throw new CommandError(`The e-mail address of ${name} is confirmed already.`)
  return `${email} is the confirmed e-mail address of ${name} now.`
}
