import { Link, useLocation } from 'react-router'
import { useMeta } from '../../data/installation/meta.ts'
import { paths } from '../../paths.ts'

/** 'Forgot password?', where a mail or the operator can help. Reserves its space until that is known. */
export function ForgotLink() {
  const { state } = useLocation()
  const meta = useMeta()
  if (meta.isPending) return <span className="mt-2 block h-6" />
  if (!meta.data?.mail && !meta.data?.contact) return null
  return (
    <span className="mt-2 block text-meta">
      <Link
        to={paths.forgot}
        state={state}
        className="inline-block py-0.5 underline underline-offset-3 hover:no-underline"
      >
        Forgot password?
      </Link>
    </span>
  )
}
