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

  unexpected(): string[] {
    return this.#heard.filter((line) => !this.#expected.some((pattern) => pattern.test(line)))
  }
}
