export interface News {
  /** Shows the new posts, if there are any. */
  show: () => void
  /** Shows the top of the page, with the newest post. */
  goToTop: () => void
  /** Puts the new posts above a list that was loaded before. */
  refresh: () => void
}
