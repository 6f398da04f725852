import { createHmac, hkdfSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type PlaywrightWorkerArgs } from '@playwright/test'
import { startMailServer } from '@quack/testing/mail-server'
import { patient } from '@quack/testing/patience'
import { type OwnProduct, startOwnProduct } from './own-product.ts'

/** A server that sends mail, and what it has sent. */
export interface MailingProduct extends OwnProduct {
  /** The link of the first mail with this subject to an address. Waits for the mail. */
  linkTo(address: string, subject: string): Promise<string>
  /** The address of the page that each digest of a member has, without a wait of a day for one. */
  unsubscribeOf(memberId: string): Promise<string>
}

/** @param environment added to that of the server */
export async function startMailingProduct(
  playwright: PlaywrightWorkerArgs['playwright'],
  environment: Readonly<Record<string, string>> = {},
): Promise<MailingProduct> {
  const { url, mails, stop } = await startMailServer()
  const product = await startOwnProduct(playwright, (address) => ({
    ...{ SMTP_URL: url, MAIL_FROM: 'Quack <quack@example.com>', PUBLIC_URL: address },
    ...environment,
  }))
  return {
    ...product,
    async linkTo(address, subject) {
      const find = () => mails.find((mail) => mail.to.includes(address) && mail.subject === subject)
      await expect.poll(() => find() !== undefined, { timeout: patient(30_000) }).toBe(true)
      return find()?.links[0] ?? ''
    },
    async unsubscribeOf(memberId) {
      const secret = await readFile(join(product.dataDirectory, 'secret.key'), 'utf8')
      const key = Buffer.from(hkdfSync('sha256', secret, '', 'unsubscribe', 32))
      const signature = createHmac('sha256', key).update(`digest ${memberId}`).digest('base64url')
      return `${product.address}/unsubscribe?token=${memberId}.${signature}`
    },
    async stop() {
      await product.stop()
      await stop()
    },
  }
}
