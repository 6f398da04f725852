import { makePerson } from '../support/api.ts'
import { longNamed, signUpCast } from '../support/cast.ts'
import { shoot } from '../support/shoot.ts'
import { expect, test } from '../support/test.ts'

test('mentions', async ({ api, openAs }) => {
  const [author, other] = await signUpCast(api, 2)
  if (!author || !other) throw new Error('no cast')
  const long = await api.signUp(longNamed())
  const text = `With @${other.username} and @${long.username}, and without @nobody-here. https://example.com/lake\nשלום @${other.username}, מה שלומך?`
  const post = await api.writePost(author, text)
  await api.comment(post, other, `@${author.username} The same place tomorrow?`)
  const page = await openAs(author)
  await page.goto(`/post-detail/${post.id}`)
  await expect(page.getByRole('article', { name: /^Comment by/ })).toBeVisible()
  await shoot(page, 'mentions')
})

test('texts in several directions', async ({ api, openAs }) => {
  const author = await api.signUp({ ...makePerson(), firstName: 'דנה', lastName: 'כהן (Dana)' })
  const mention = `@${author.username}`
  const hebrew = `${mention} שלום לכולם! הברווזים חזרו לאגם, והבוקר היה קר מאוד. #אגם #ducks`
  const text = `Two herons at dawn, #LakeLife. ${mention} was there too.\n\n${hebrew}\n\n#בוקר #אגם\n🦆 12\nمرحبا https://example.com/lake`
  const post = await api.writePost(author, text)
  await api.comment(post, author, `${mention} תודה, נתראה מחר!\nSee you tomorrow.`)
  const page = await openAs(author)
  await page.goto(`/post-detail/${post.id}`)
  await page.getByPlaceholder('Quack your reply!').fill('שלום\nHello')
  await expect(page.getByText('See you tomorrow.')).toBeVisible()
  await shoot(page, 'text-directions')
})

test('the list of members for a mention', async ({ api, openAs }) => {
  await signUpCast(api)
  await api.signUp(longNamed())
  const page = await openAs(await api.signUp())
  await page.goto('/')
  await page.getByRole('form', { name: 'New post' }).getByRole('textbox').focus()
  await page.keyboard.type('The lake at dawn, with two herons, a very cold sandwich and @a')
  await expect(page.getByRole('listbox')).toBeVisible()
  await shoot(page, 'mention-list')
  await page.goto('/explore')
  await page.getByRole('button', { name: 'New Post' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'New post' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(', and @maximi')
  await expect(page.getByRole('listbox')).toBeVisible()
  await shoot(page, 'mention-list-dialog')
})
