import { expect as baseExpect, type Locator, type Page } from '@playwright/test'
import { patient } from '@quack/testing/patience'
import type { PickedFile } from '../support/photo.ts'
import { attach, card } from '../support/posts.ts'

/** A balancer without servers holds a write for some seconds before it says so. */
const expect = baseExpect.configure({ timeout: patient(30_000) })

/** What a member does on Home. Each resolves when the client has acknowledged it: it was sent, or waits. */
export class Screen {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async post(text: string, picture: PickedFile | null): Promise<void> {
    const form = this.#page.getByRole('form', { name: 'New post' })
    const field = form.getByRole('textbox', { name: 'New post' })
    const button = form.getByRole('button', { name: 'Post', exact: true })
    await field.fill(text)
    // The browser may have been killed before it stored that the draft was sent. The button waits for the draft's file.
    await expect(button).toBeEnabled()
    const stale = form.getByRole('button', { name: /Remove picture|Cancel/ })
    if (await stale.isVisible()) await stale.click()
    if (picture) {
      await attach(this.#page, picture)
      await expect(form.getByRole('img', { name: 'Attached to this post' })).toBeVisible()
    }
    await button.click()
    await expect(field).toHaveValue('')
  }

  async comment(post: string, text: string): Promise<void> {
    const shown = card(this.#page, post).first()
    const toggle = shown.getByRole('button', { name: /^Comments: / })
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    const field = shown.getByPlaceholder('Quack your reply!')
    await field.fill(text)
    await shown.getByRole('button', { name: 'Reply', exact: true }).click()
    await expect(field).toHaveValue('')
  }

  async edit(post: string, text: string): Promise<void> {
    await this.#choose(post, 'Edit Post')
    await this.#update('Edit Post', text)
  }

  async remove(post: string): Promise<void> {
    await this.#choose(post, 'Delete Post')
    const dialog = this.#page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  async editWaiting(post: string, text: string): Promise<void> {
    await this.#waiting(post).getByRole('button', { name: 'Edit' }).click()
    await this.#update('Edit waiting post', text)
  }

  async removeWaiting(post: string): Promise<void> {
    await this.#waiting(post).getByRole('button', { name: 'Remove' }).click()
    await expect(this.#waiting(post)).toBeHidden()
  }

  async isWaiting(post: string): Promise<boolean> {
    return await this.#waiting(post).isVisible()
  }

  /** Whether the post can be used: without a connection, a reloaded page may not have it. */
  async shows(post: string): Promise<boolean> {
    return await card(this.#page, post).getByRole('button', { name: 'Post options' }).isVisible()
  }

  #waiting(post: string): Locator {
    return this.#page.getByRole('region', { name: 'Waiting posts' }).getByRole('article').filter({ hasText: post })
  }

  async #choose(post: string, entry: string): Promise<void> {
    await card(this.#page, post).getByRole('button', { name: 'Post options' }).click()
    await this.#page.getByRole('menuitem', { name: entry }).click()
  }

  async #update(title: string, text: string): Promise<void> {
    const dialog = this.#page.getByRole('dialog', { name: title })
    await dialog.getByRole('textbox', { name: 'Post text' }).fill(text)
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(dialog).toBeHidden()
  }
}
