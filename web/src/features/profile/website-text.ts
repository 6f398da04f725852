/** The text of a website link: the URL without scheme, `www.` and trailing slash. */
export function websiteText(website: string): string {
  return website.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}
