import { createContext, type ReactNode } from 'react'
import type { LivePost } from '../../../data/posts/posts.ts'
import type { Mark } from '../../../ui/text/split-marks.ts'

/** What a list marks in its posts. */
export interface Marking {
  marksIn: (text: string) => readonly Mark[]
  /** What is marked in the description of a post's media, if anything. */
  renderDescription: (post: LivePost) => ReactNode
}

/** A context, because the marks of a search are found by code that is loaded with its page. */
export const PostMarks = createContext<Marking | null>(null)
