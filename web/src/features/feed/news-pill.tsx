import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { reportFailure } from '../../data/api/error-notifications.ts'
import { showNews, useNewsCount } from '../../data/news.ts'
import { focusMain } from '../../ui/main-region.ts'

/** Shows the number of new posts above the list, without moving it. A click shows them at the top. */
export function NewsPill({ shown }: { shown: readonly string[] | undefined }) {
  const count = useNewsCount(shown)
  const [isBusy, setBusy] = useState(false)

  async function show() {
    if (isBusy) return
    setBusy(true)
    try {
      await showNews()
      window.scrollTo(0, 0)
      focusMain()
    } catch (error) {
      reportFailure(error)
    }
    setBusy(false)
  }

  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[calc(var(--top-bar)+var(--page-header))] z-(--layer-header) flex h-0 justify-center"
    >
      {count > 0 && (
        <button
          type="button"
          onClick={() => void show()}
          aria-disabled={isBusy}
          className="pointer-events-auto mt-3 inline-flex h-10 animate-rise items-center gap-2 rounded-full bg-accent-solid ps-4 pe-5 font-semibold text-on-solid shadow-float hover:bg-accent-solid-hover"
        >
          <ArrowUp size={18} aria-hidden="true" />
          {count === 1 ? '1 new post' : `${count} new posts`}
        </button>
      )}
    </div>
  )
}
