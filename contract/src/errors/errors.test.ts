import { expect, test } from 'vitest'
import { ERRORS } from './errors.ts'

/** Section 8 of the specification, literally. */
const CATALOGUE = [
  [401, 'The token is invalid. Unauthorized access error.'],
  [401, 'The credentials you entered are invalid. Unauthorized access error.'],
  [404, 'The username you entered is not Registered. Not Found error'],
  [404, 'Username cannot be changed'],
  [404, 'You cannot follow yourself'],
  [422, 'Unprocessable Entity. Username Already Exists.'],
  [400, "Cannot edit a Post doesn't belong to the logged in User."],
  [400, "Cannot delete a Post doesn't belong to the logged in User."],
  [400, 'Cannot like a post that is already liked.'],
  [400, 'Cannot decrement like less than 0.'],
  [400, 'Cannot dislike a post that is already disliked.'],
  [400, "Cannot edit a comment doesn't belong to the User."],
  [400, "Cannot delete a comment doesn't belong to the User."],
  [400, 'Cannot upvote a post that is already upvoted.'],
  [400, 'Cannot downvote a post that is already downvoted.'],
  [400, 'This Post is already bookmarked'],
  [400, 'Post not bookmarked yet'],
  [400, 'User Already following'],
  [400, 'User already not following'],
]

test('the catalogue starts with the refusals of the specification, literally', () => {
  const entries = Object.values(ERRORS).map(({ status, message }) => [status, message])
  expect(entries.slice(0, CATALOGUE.length)).toEqual(CATALOGUE)
})

test('refusals of one status have different messages, so that the message identifies them', () => {
  const entries = Object.values(ERRORS).map(({ status, message }) => `${status} ${message}`)
  expect(new Set(entries).size).toBe(entries.length)
})
