import { applyTheme } from './apply-theme.ts'
import { beginReads } from './begin-reads.ts'

// Runs before the first paint, and so before the client's code is there: small, and without a library. Built on its own
// (build/start-script.ts) because the page must wait for it, and it for nothing.
try {
  applyTheme()
  beginReads()
} catch {
  // Storage may be blocked: then the system's preference decides, and nobody is signed in.
}
