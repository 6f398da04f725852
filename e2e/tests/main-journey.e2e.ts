import { makePerson } from '../support/api.ts'
import { attach, card, clickAndSave } from '../support/posts.ts'
import { expect, fillSignUp, test } from '../support/test.ts'
import { PHONE_IN_LONG } from '../support/where.ts'

test.use({ serviceWorkers: 'allow' })

test(
  'a new member posts a photo; another one follows, likes and comments',
  PHONE_IN_LONG,
  async ({ page, api, openAs, largePhoto }) => {
    const author = makePerson('Ann')
    const text = `Sunrise over the pond ${author.username}`

    await page.goto('/')
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await fillSignUp(page, author)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Sorry, there no posts to show! Follow people to see their posts.')).toBeVisible()

    const form = page.getByRole('form', { name: 'New post' })
    await form.getByRole('textbox', { name: 'New post' }).fill(text)
    await attach(page, largePhoto)
    await expect(form.getByRole('img', { name: 'Attached to this post' })).toBeVisible()
    await form.getByRole('button', { name: 'Post', exact: true }).click()

    const own = card(page, text)
    await expect(own).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'New post' })).toHaveValue('')
    const picture = own.getByRole('img', { name: 'In the post by Ann Mallard' })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

    const reader = await api.signUp(makePerson('Bea'))
    const other = await openAs(reader)
    await other.goto(`/profile/${author.username}`)
    const head = other.getByRole('region', { name: 'Ann Mallard', exact: true })
    await clickAndSave(other, head.getByRole('button', { name: 'Follow', exact: true }), '/follow')
    await expect(head.getByRole('button', { name: 'Following', exact: true })).toBeVisible()
    await expect(head.getByRole('button', { name: '1 Followers' })).toBeVisible()

    await other.getByRole('link', { name: 'Home' }).click()
    // The profile, which stays until Home is loaded, has a card of this post too.
    await expect(other.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
    const seen = card(other, text)
    await clickAndSave(other, seen.getByRole('button', { name: 'Like', exact: true }), '/like')
    await seen.getByRole('button', { name: 'Comments: 0' }).click()
    await seen.getByPlaceholder('Quack your reply!').fill('What a sight')
    await seen.getByRole('button', { name: 'Reply', exact: true }).click()
    await expect(seen.getByRole('article', { name: 'Comment by Bea Mallard' })).toContainText('What a sight')

    for (const view of [page, other]) {
      await view.reload()
      const reloaded = card(view, text)
      await expect(reloaded.getByRole('button', { name: 'Liked by: 1' })).toBeVisible()
      await expect(reloaded.getByRole('button', { name: 'Comments: 1' })).toBeVisible()
    }
    await expect(seen.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(own.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'false')
    await own.getByRole('button', { name: 'Liked by: 1' }).click()
    await expect(page.getByRole('dialog', { name: 'Liked By' })).toContainText(`@${reader.username}`)
  },
)
