import { makePerson } from '../support/api.ts'
import { clickAndSave } from '../support/posts.ts'
import { expect, test } from '../support/test.ts'
import { PHONE } from '../support/where.ts'

test(
  "another member's comment can be voted up and down, one vote for each member, and not edited",
  PHONE,
  async ({ api, openAs }) => {
    const [author, viewer] = [await api.signUp(), await api.signUp(makePerson('Vic'))]
    const post = await api.writePost(author, 'Judge the comments')
    await api.comment(post, author, 'Am I right?')
    const page = await openAs(viewer)
    const votes: string[] = []
    page.on('request', (request) => {
      if (/vote\//.test(request.url())) votes.push(request.url())
    })
    await page.goto(`/post-detail/${post.id}`)
    const up = page.getByRole('button', { name: /^Upvote/ })
    const down = page.getByRole('button', { name: /^Downvote/ })
    await expect(up).toHaveAccessibleName('Upvote: 0')
    await clickAndSave(page, up, '/upvote/')
    await expect(up).toHaveAccessibleName('Upvote: 1')
    await expect(up).toHaveAttribute('aria-pressed', 'true')
    await up.click()
    await expect(up).toHaveAccessibleName('Upvote: 1')

    await clickAndSave(page, down, '/downvote/')
    await expect(up).toHaveAccessibleName('Upvote: 0')
    await expect(down).toHaveAccessibleName('Downvote: 1')
    expect(votes, 'the same vote is not sent again').toHaveLength(2)
    await page.reload()
    await expect(down).toHaveAccessibleName('Downvote: 1')
    await expect(down).toHaveAttribute('aria-pressed', 'true')
    await expect(up).toHaveAttribute('aria-pressed', 'false')

    await page.getByRole('button', { name: 'Comment options' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([`Mute @${author.username}…`, `Block @${author.username}…`])
  },
)
