import { expect as baseExpect, type Locator, type Page } from '@playwright/test'
import { patient } from '@quack/testing/patience'
import type { PickedFile } from '../support/photo.ts'
import { attach, card } from '../support/posts.ts'
import type { Switch, Toggle } from './model.ts'

/** A balancer without servers holds a write for some seconds before it says so. */
const expect = baseExpect.configure({ timeout: patient(30_000) })
/** For one of several tries. */
const TRY = { timeout: patient(5_000) }

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
    await expect(stale).toBeHidden()
    if (picture) {
      await attach(this.#page, picture)
      await expect(form.getByRole('img', { name: 'Attached to this post' })).toBeVisible()
    }
    await this.#submit(field, button)
  }

  async comment(post: string, text: string): Promise<void> {
    await this.showComments(post)
    const shown = card(this.#page, post).first()
    const field = shown.getByPlaceholder('Quack your reply!')
    await field.fill(text)
    await this.#submit(field, shown.getByRole('button', { name: 'Reply', exact: true }))
  }

  async showComments(post: string): Promise<void> {
    const toggle = card(this.#page, post)
      .first()
      .getByRole('button', { name: /^Comments: / })
    await this.#insist(async () => {
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click(TRY)
      await expect(toggle).toHaveAttribute('aria-expanded', 'true', TRY)
    })
  }

  /** Whether a comment can be used. */
  async showsComment(post: string, text: string): Promise<boolean> {
    return await this.#comment(post, text).getByRole('button', { name: 'Comment options' }).isVisible()
  }

  async editComment(post: string, text: string, next: string): Promise<void> {
    const form = this.#page.getByRole('form', { name: 'Edit comment' })
    await this.#insist(async () => {
      if (!(await form.isVisible())) await this.#chooseOfComment(post, text, 'Edit')
      await expect(form).toBeVisible(TRY)
    })
    const field = form.getByRole('textbox', { name: 'Comment' })
    // With the focus, the cursor is put at the end of the text: a selection that was made before would be gone.
    await expect(field).toBeFocused()
    await field.fill(next)
    await this.#insist(async () => {
      if (await form.isVisible()) await form.getByRole('button', { name: 'Update' }).click(TRY)
      await expect(form).toBeHidden(TRY)
    })
  }

  async removeComment(post: string, text: string): Promise<void> {
    await this.#insist(async () => {
      if (!(await this.#dialog.isVisible())) await this.#chooseOfComment(post, text, 'Delete')
      await expect(this.#dialog).toBeVisible(TRY)
    })
    await this.#dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(this.#dialog).toBeHidden()
  }

  async #chooseOfComment(post: string, text: string, entry: string): Promise<void> {
    const item = this.#page.getByRole('menuitem', { name: entry, exact: true })
    if (!(await item.isVisible())) {
      await this.#comment(post, text).getByRole('button', { name: 'Comment options' }).click(TRY)
    }
    await item.click(TRY)
  }

  /** @returns false if the member had voted so before */
  async vote(post: string, text: string, side: 'up' | 'down'): Promise<boolean> {
    const name = { up: /^Upvote/, down: /^Downvote/ }[side]
    const button = this.#comment(post, text).getByRole('button', { name })
    let isNew = false
    await this.#insist(async () => {
      if ((await button.getAttribute('aria-pressed')) === 'false') {
        isNew = true
        await button.click(TRY)
      }
      await expect(button).toHaveAttribute('aria-pressed', 'true', TRY)
    })
    return isNew
  }

  #comment(post: string, text: string): Locator {
    return card(this.#page, post).getByRole('article').filter({ hasText: text })
  }

  /** What a page of its own switches. Not there if the page, without a connection, has nothing to show. */
  switch(name: Switch): Locator {
    const main = this.#page.getByRole('main')
    if (name === 'setting') return main.getByRole('checkbox', { name: 'Likes in the list' })
    return main.getByRole('button', { name: /^(Follow|Following|Unfollow)$/ }).first()
  }

  async isSwitchedOn(name: Switch): Promise<boolean> {
    const control = this.switch(name)
    if (name === 'setting') return !(await control.isChecked())
    return (await control.innerText()).trim() !== 'Follow'
  }

  /** Chooses one of the versions of a post that another device has changed. */
  async decide(post: string, version: 'mine' | 'theirs'): Promise<void> {
    const compare = card(this.#page, post).getByRole('button', { name: 'Compare' })
    await this.#insist(async () => {
      if (!(await this.#dialog.isVisible())) await compare.click(TRY)
      await expect(this.#dialog).toBeVisible(TRY)
    })
    await this.#dialog.getByRole('button', { name: `Keep ${version}` }).click()
    await expect(this.#dialog).toBeHidden()
  }

  async logOut(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Logout' }).click()
    await expect(this.#page).toHaveURL(/\/login$/)
  }

  async edit(post: string, text: string): Promise<void> {
    await this.#choose(post, 'Edit Post')
    await this.#update('Edit Post', text)
  }

  async remove(post: string): Promise<void> {
    await this.#choose(post, 'Delete Post')
    const dialog = this.#dialog
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  /** @param isOn the state after it. Nothing is tapped if the screen shows it already. */
  async toggle(post: string, toggle: Toggle, isOn: boolean): Promise<void> {
    const button = this.#toggle(post, toggle)
    await this.#insist(async () => {
      if ((await button.getAttribute('aria-pressed')) === String(!isOn)) await button.click(TRY)
      await expect(button).toHaveAttribute('aria-pressed', String(isOn), TRY)
    })
  }

  async isOn(post: string, toggle: Toggle): Promise<boolean> {
    return (await this.#toggle(post, toggle).getAttribute('aria-pressed')) === 'true'
  }

  #toggle(post: string, toggle: Toggle): Locator {
    const name = { like: 'Like', bookmark: 'Bookmark' }[toggle]
    return card(this.#page, post).first().getByRole('button', { name, exact: true })
  }

  async editWaiting(post: string, text: string): Promise<void> {
    await this.#insist(async () => {
      if (!(await this.#dialog.isVisible())) await this.#waiting(post).getByRole('button', { name: 'Edit' }).click(TRY)
      await expect(this.#dialog).toBeVisible(TRY)
    })
    await this.#update('Edit waiting post', text)
  }

  async removeWaiting(post: string): Promise<void> {
    const waiting = this.#waiting(post)
    await this.#insist(async () => {
      if (await waiting.isVisible()) await waiting.getByRole('button', { name: 'Remove' }).click(TRY)
      await expect(waiting).toBeHidden(TRY)
    })
  }

  /**
   * Waits until the page has stopped sending what was written, and shows it. Taps have a lock of their own. While nothing
   * can be sent, what still waits then goes on waiting.
   */
  async untilNothingIsSent(): Promise<void> {
    await this.#page.evaluate(async () => {
      // The page has this lock while it sends what was written.
      await navigator.locks.request('quack-outbox', () => undefined)
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    })
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

  /** Clicks again where a click was lost, as a person would: what is sent meanwhile moves the cards below it. */
  async #insist(act: () => Promise<void>): Promise<void> {
    await expect(act).toPass({ timeout: patient(60_000) })
  }

  /** Sends a form. The connection may change meanwhile, and with it the state of its button. */
  async #submit(field: Locator, button: Locator): Promise<void> {
    await this.#insist(async () => {
      if ((await field.inputValue()) !== '') await button.click(TRY)
      await expect(field).toHaveValue('', TRY)
    })
  }

  get #dialog(): Locator {
    return this.#page.getByRole('dialog')
  }

  /** Resolves when the entry's dialog is there. */
  async #choose(post: string, entry: string): Promise<void> {
    const item = this.#page.getByRole('menuitem', { name: entry })
    await this.#insist(async () => {
      if (!(await this.#dialog.isVisible())) {
        if (!(await item.isVisible())) {
          await card(this.#page, post).getByRole('button', { name: 'Post options' }).click(TRY)
        }
        await item.click(TRY)
      }
      await expect(this.#dialog).toBeVisible(TRY)
    })
  }

  async #update(title: string, text: string): Promise<void> {
    const dialog = this.#page.getByRole('dialog', { name: title })
    await dialog.getByRole('textbox', { name: 'Post text' }).fill(text)
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(dialog).toBeHidden()
  }
}
