/** A file that is dropped beside a form would replace the page, and what was written with it. */
export function refuseDrops(): void {
  for (const kind of ['dragover', 'drop'] as const) {
    addEventListener(kind, (event) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    })
  }
}
