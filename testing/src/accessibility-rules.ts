/** What axe checks, in components and journeys. Options of `axe.run`, without its types: this package has no axe. */

/** Tab stops around an open menu. Each passes the focus on as soon as it receives it, which axe cannot know. */
export const FOCUS_GUARDS = '[data-base-ui-focus-guard]'
export const STANDARD = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** The rules about colours. A theme changes only colours, so the other rules need to run in one theme only. */
export const OF_COLOURS = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] }
/**
 * For a page with sound or videos, which one rule reads. No rule reads style sheets, which axe would by default fetch
 * again for each run.
 */
export const PRELOAD = { assets: ['media' as const] }
