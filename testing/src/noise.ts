import type { BrowserContext } from '@playwright/test'

/** Collects console errors and uncaught exceptions. A test with an unexpected one fails. */
export class Noise {
  readonly #heard: string[] = []
  readonly #expected: RegExp[] = []

  listenTo(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#heard.push(`${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => this.#heard.push(String(error.error())))
  }

  /** Allows messages that the test provokes: the browser logs every response with status 400 or above as an error. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  /** Takes out one line that matches. @returns whether there was one */
  take(pattern: RegExp): boolean {
    const index = this.#heard.findIndex((line) => pattern.test(line))
    if (index !== -1) this.#heard.splice(index, 1)
    return index !== -1
  }

  /** Forgets everything, for the next test in the same context. */
  reset(): void {
    this.#heard.length = 0
    this.#expected.length = 0
  }

  unexpected(): string[] {
    return this.#heard.filter((line) => !this.#expected.some((pattern) => pattern.test(line)))
  }
}
