interface HiddenCountProps {
  count: number
  /** Whether nothing else is in the list. */
  isAlone: boolean
}

/** The end of a list from which entries are left out, because the viewer may not see them. */
export function HiddenCount({ count, isAlone }: HiddenCountProps) {
  if (count === 0) return null
  return (
    <p className="px-4 py-3 text-center text-meta text-muted">{isAlone ? `${count} hidden` : `and ${count} hidden`}</p>
  )
}
