import type { Page } from '@playwright/test'
import type { Member } from '../support/api.ts'
import { memberKey, readDevice, untilKept } from '../support/device.ts'
import { card } from '../support/posts.ts'
import { expect, logIn, test } from '../support/test.ts'
import { LONG } from '../support/where.ts'

test.use({ serviceWorkers: 'allow' })

const NOTHING = { pages: [], pictures: [], outbox: [], settings: [], cached: [], local: [], session: [], cookies: '' }

function logOut(page: Page): Promise<void> {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click()
}

/** Whether a key of local storage is about what the member has not sent. */
function isUnsentOf(member: Member, key: string): boolean {
  const [kind = '', owner] = key.split(':')
  return ['draft', 'outbox', 'left'].includes(kind) && owner === memberKey(member)
}

/** What a tab that signs a member out tells the others. */
const leaving = (member: Member, { keepsDrafts = false } = {}) =>
  JSON.stringify({ member: memberKey(member), username: member.username, keepsDrafts })

/** Puts a post into the outbox that the server has refused. */
async function putRefused(member: string): Promise<void> {
  const opening = indexedDB.open('quack')
  await new Promise((resolve) => Object.assign(opening, { onsuccess: resolve }))
  const transaction = opening.result.transaction('outbox', 'readwrite')
  const write = {
    kind: 'post',
    target: '',
    key: 'k',
    body: { content: 'Refused text', mediaUrl: '', type: '', alt: '' },
  }
  const entry = { ...write, member, at: Date.now(), state: 'refused', problem: 'No.', revision: 1 }
  transaction.objectStore('outbox').put(entry)
  await new Promise((resolve) => Object.assign(transaction, { oncomplete: resolve }))
  opening.result.close()
}

test('logging out, in one tap, leaves nothing of the member on the device, in all tabs, except what they alone find again: drafts, and what was not sent', async ({
  api,
  openAs,
  photo,
  noise,
}) => {
  // The account is gone at the end.
  noise.expect(/status of 40[14]/)
  const [ann, bob] = [await api.signUp(), await api.signUp()]
  const { url } = await api.upload(ann, photo)
  await api.writePost(ann, 'Seen by Ann', { mediaUrl: url, type: 'image' })
  const page = await openAs(ann)
  const otherTab = await page.context().newPage()
  await otherTab.goto('/bookmark')
  await page.goto('/')
  const draft = page.getByRole('form', { name: 'New post' }).getByRole('textbox')
  await draft.fill('Not finished')
  await untilKept(page, '/api/feed', '/api/bookmarks', url)

  // The server has refused it, so it is not sent again.
  await page.evaluate(putRefused, memberKey(ann))

  await logOut(page)
  await expect(page).toHaveURL('/login')
  await expect(otherTab).toHaveURL('/login')
  const kept = async () => {
    const { local, ...rest } = await readDevice(otherTab)
    // Only what has to do with the draft and the change, under the id. `left:` says since when it waits.
    return { ...rest, local: local.filter((key) => !isUnsentOf(ann, key)) }
  }
  await expect.poll(kept).toEqual({ ...NOTHING, outbox: [`${memberKey(ann)} post`] })

  // It would delete too: instead of the page that is meant to, or late, what is kept after the next login.
  await otherTab.close()

  // The next member sees nothing of it, and has a draft of their own.
  await logIn(page, bob)
  await expect(page).toHaveURL('/')
  await expect(draft).toHaveValue('')
  await draft.fill('Not finished by Bob')
  await untilKept(page, `${memberKey(bob)} /api/feed`)
  const ofBob = await readDevice(page)
  expect([...ofBob.pages, ...ofBob.pictures].filter((row) => !row.startsWith(`${memberKey(bob)} `))).toEqual([])
  await expect(page.getByText('Refused text')).toHaveCount(0)

  // A page that is closed while it deletes: the next one goes on, and leaves what the other member wants to keep.
  await page.evaluate(
    (left) => {
      for (const name of ['token', 'username']) localStorage.removeItem(name)
      localStorage.setItem('signed-out', left)
    },
    leaving(bob, { keepsDrafts: true }),
  )
  await page.reload()
  const ofMembers = async () => {
    const { pages, pictures, outbox } = await readDevice(page)
    return { pages, pictures, outbox }
  }
  await expect.poll(ofMembers).toEqual({ pages: [], pictures: [], outbox: [`${memberKey(ann)} post`] })

  // The draft waits for its author. Another tab that has left late deletes nothing that was not sent.
  await page.goto('/login')
  await logIn(page, ann)
  await expect(draft).toHaveValue('Not finished')
  await untilKept(page, `${memberKey(ann)} /api/feed`)
  await page.evaluate((newValue) => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'signed-out', newValue }))
  }, leaving(ann))
  const feeds = async () => (await readDevice(page)).pages.filter((row) => row.includes('/api/feed'))
  await expect.poll(feeds).toEqual([])
  expect((await readDevice(page)).outbox).toEqual([`${memberKey(ann)} post`])

  // Its author deletes it, in the settings.
  await page.goto('/settings')
  const unsent = page.getByRole('region', { name: 'Drafts and unsent changes' })
  await expect(unsent).toContainText('1 draft and 1 unsent change')
  await unsent.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(unsent).toContainText('Nothing is kept')
  await logOut(page)
  await expect(page).toHaveURL('/login')
  const ofOthers = async () => {
    const { local, ...rest } = await readDevice(page)
    return { ...rest, local: local.filter((key) => !isUnsentOf(bob, key)) }
  }
  await expect.poll(ofOthers).toEqual(NOTHING)

  // The account is deleted on another device.
  await logIn(page, ann)
  await expect(page).toHaveURL('/')
  await untilKept(page, `${memberKey(ann)} /api/feed`)
  await api.deleteAccount({ ...ann, token: await api.signInAgain(ann) })
  await draft.fill('Never to be seen again')
  await page.reload()
  await expect(page).toHaveURL('/login')
  await expect.poll(ofOthers).toEqual(NOTHING)

  // The other member's is still there.
  await logIn(page, bob)
  await expect(draft).toHaveValue('Not finished by Bob')
})

test(
  'what is kept stays within 50 MB, and can be cleared; without storage everything else works',
  LONG,
  async ({ api, openAs, photo }) => {
    const member = await api.signUp()
    const { url } = await api.upload(member, photo)
    await api.writePost(member, 'With a picture', { mediaUrl: url, type: 'image' })
    const page = await openAs(member)
    await page.goto('/bookmark')
    await untilKept(page, '/api/bookmarks')
    // 60 pictures of 1 MB, used before anything else.
    await page.evaluate(async (key) => {
      const opening = indexedDB.open('quack')
      await new Promise((resolve) => Object.assign(opening, { onsuccess: resolve }))
      const transaction = opening.result.transaction('pictures', 'readwrite')
      const blob = new Blob([new Uint8Array(1_000_000)])
      for (let at = 1; at <= 60; at++) {
        const name = `/media/filler-${String(at).padStart(2, '0')}`
        transaction.objectStore('pictures').put({ member: key, url: name, blob, bytes: blob.size, usedAt: at })
      }
      await new Promise((resolve) => Object.assign(transaction, { oncomplete: resolve }))
      opening.result.close()
    }, memberKey(member))
    await page.goto('/')
    await untilKept(page, '/api/feed', url)
    const fillers = async () => (await readDevice(page)).pictures.filter((row) => row.includes('filler'))
    await expect.poll(async () => (await fillers()).length).toBeLessThan(46)
    expect((await fillers())[0]).not.toContain('filler-01')
    expect((await fillers()).at(-1)).toContain('filler-60')
    await page.goto('/settings')
    await expect(page.getByText(/^4[45] MB of 50 MB are used$/)).toBeVisible()
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(page.getByText('0 MB of 50 MB are used')).toBeVisible()
    // Faces that this page shows may have been kept since.
    expect((await readDevice(page)).pictures.filter((row) => !row.includes('/avatars/'))).toEqual([])

    const blocked = await openAs(member)
    await blocked.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError')
      }
    })
    await blocked.goto('/')
    await expect(card(blocked, 'With a picture')).toBeVisible()
    await blocked.goto('/settings')
    await expect(blocked.getByText('This browser does not let Quack save anything.')).toBeVisible()
  },
)
