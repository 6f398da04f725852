import { oneLine } from '@quack/contract/rules/text'

/** The text of a website link: the URL without scheme, `www.`, trailing slash, and what would reorder it. */
export function websiteText(website: string): string {
  return oneLine(website.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''))
}
