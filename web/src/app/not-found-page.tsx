import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { buttonClass } from '../ui/button/button-class.ts'
import { MAIN_ID } from '../ui/focus.ts'

export function NotFoundPage() {
  return (
    <main
      id={MAIN_ID}
      tabIndex={-1}
      className="flex min-h-dvh flex-col items-center justify-center gap-4 px-6 text-center outline-none"
    >
      <title>Page not found · Quack</title>
      <BrandMark size={88} className="-rotate-12 opacity-90" />
      <h1 className="font-extrabold text-hero">Error 404</h1>
      <p className="text-large text-muted">The page you are searching for does not exist</p>
      <Link to={paths.home} className={buttonClass({}, 'mt-2')}>
        Back to Home
      </Link>
    </main>
  )
}
