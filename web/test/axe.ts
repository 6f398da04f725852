import { FOCUS_GUARDS, OF_COLOURS, PRELOAD, STANDARD } from '@quack/testing/accessibility-rules'
import axe from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'

/** Checks the screen with the rules of WCAG, in the dark theme. */
export async function expectAccessible(): Promise<void> {
  await commands.setMedia({ colorScheme: 'dark' })
  await expectNoViolations(STANDARD)
}

/** Checks the colours of the light theme. They are the same on all screens, so some of each kind are enough. */
export async function expectReadable(): Promise<void> {
  await commands.setMedia({ colorScheme: 'light' })
  await expectNoViolations(OF_COLOURS)
}

/** Polls: a virtual list hides rows while it measures them, and hidden rows have no accessible name. */
async function expectNoViolations(rules: axe.RunOnly): Promise<void> {
  await expect.poll(() => listViolations(rules)).toBe('')
}

async function listViolations(runOnly: axe.RunOnly): Promise<string> {
  const preload = document.querySelector('audio, video') !== null && PRELOAD
  const context = { include: document, exclude: [[FOCUS_GUARDS]] }
  const { violations } = await axe.run(context, { runOnly, preload, resultTypes: ['violations'] })
  return violations
    .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => html).join('\n')}`)
    .join('\n\n')
}
