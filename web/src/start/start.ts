import { applyTheme } from './apply-theme.ts'
import { beginReads } from './begin-reads.ts'

// Runs before the first paint and before the client's code has loaded: small, and without a library. A separate build
// (build/start-script.ts), because it blocks the page.
try {
  applyTheme()
  beginReads()
} catch {
  // Storage may be blocked. The theme then follows the system, and nobody is signed in.
}
