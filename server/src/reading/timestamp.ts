/** Formats a time for the API: `YYYY-MM-DDTHH:mm:ss+00:00`. @param time milliseconds since 1970 */
export function timestamp(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}+00:00`
}
