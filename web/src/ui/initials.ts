/** The first letter of the first and last word of a name: 'Ada King Lovelace' gives 'AL'. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
