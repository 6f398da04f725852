const KEY = 'push-offer'
const DISMISSED = 'dismissed'

/** Whether a member has said on this device that it is not to be offered again. */
export function isOfferDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) === DISMISSED
  } catch {
    return false
  }
}

export function dismissOffer(): void {
  try {
    localStorage.setItem(KEY, DISMISSED)
  } catch {
    // Storage may be blocked. The next visit offers it again.
  }
}
