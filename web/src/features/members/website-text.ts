/** How a website is shown: without what every address has. */
export function websiteText(website: string): string {
  return website.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}
