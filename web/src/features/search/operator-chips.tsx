import { OPERATORS } from './completions.ts'

/** The operators of a search, to be inserted. */
export function OperatorChips({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <ul aria-label="Operators" className="flex flex-wrap gap-2 px-4 py-2">
      {OPERATORS.map(({ name, hint }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={`${name} ${hint}`}
            data-tooltip={hint}
            onClick={() => onChoose(name)}
            className="min-h-8 rounded-full border border-edge px-3 text-meta transition-colors hover:bg-hover"
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
