import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { parseMail, type ReceivedMail } from './mail-server/parse-mail.ts'

export type { ReceivedMail } from './mail-server/parse-mail.ts'

/**
 * How mails are answered: `accept`; a status such as 451 or 550 for the recipient; `hang`: no answer after the whole
 * mail; `drop`: the mail is taken, and the connection ends before the answer.
 */
export type MailAnswer = 'accept' | 'hang' | 'drop' | number

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string
  /** What was accepted, in order. */
  readonly mails: readonly ReceivedMail[]
  /** Mails that were begun, whatever their answer. */
  readonly attempts: number
  /** How mails are answered from now on: accepted at first. */
  answer(answer: MailAnswer): void
  /** No longer listens. */
  stop(): Promise<void>
  /** Listens again, at the same port. */
  restart(): Promise<void>
}

/** A mail server on loopback, which keeps what it takes. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let answer: MailAnswer = 'accept'
  let attempts = 0

  const create = () =>
    new SMTPServer({
      ...{
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        disableReverseLookup: true,
        closeTimeout: 1,
        logger: false,
      },
      onRcptTo(_address, _session, done) {
        attempts++
        done(typeof answer === 'number' ? Object.assign(new Error('Not this one'), { responseCode: answer }) : null)
      },
      onData(stream, session, done) {
        void readAll(stream).then((source) => {
          if (answer === 'hang') return
          const { mailFrom, rcptTo } = session.envelope
          const from = mailFrom === false ? '' : mailFrom.address
          mails.push(
            parseMail(
              source,
              from,
              rcptTo.map(({ address }) => address),
            ),
          )
          if (answer === 'drop') for (const { _socket } of server.connections) _socket.destroy()
          else done()
        }, done)
      },
    }).on('error', () => undefined)

  let server = create()
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  await listen(0)
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get attempts() {
      return attempts
    },
    answer(next) {
      answer = next
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
    async restart() {
      server = create()
      await listen(port)
    },
  }
}

async function readAll(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
