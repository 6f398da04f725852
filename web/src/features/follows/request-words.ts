/** 'request' or 'requests' to follow. */
export function requestWords(count: number): string {
  return count === 1 ? 'follow request' : 'follow requests'
}
