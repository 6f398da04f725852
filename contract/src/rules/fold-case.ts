/** The same text for compatible characters, and for upper and lower case. */
export function foldCase(text: string): string {
  return (
    text
      .normalize('NFKC')
      // The capital ẞ alone has no other upper case than itself.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKC')
      .replaceAll('ς', 'σ')
  )
}
