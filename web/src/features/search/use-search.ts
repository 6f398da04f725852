import { useNavigate, useSearchParams } from 'react-router'
import { paths, type Search } from '../../paths.ts'
import { readSearch } from './search-text.ts'

/** The search of the address, and a function that opens another one, which going back undoes. */
export function useSearch(): [Search, (change: Partial<Search>) => void] {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const search = readSearch(query)
  return [search, (change) => void navigate(paths.search({ ...search, ...change }))]
}
