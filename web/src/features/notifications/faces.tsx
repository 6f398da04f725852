import type { MemberSummary } from '@quack/contract'
import { Link } from 'react-router'
import { fullName } from '../../data/members/people.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'

/** Overlapping pictures of members, which lead to their profiles. */
export function Faces({ people }: { people: readonly MemberSummary[] }) {
  return (
    <ul className="isolate flex flex-wrap ps-1">
      {people.map((person) => (
        <li key={person._id} className="-ms-1 hover:z-1 focus-within:z-1">
          <Link
            to={paths.profile(person.username)}
            aria-label={fullName(person)}
            data-tooltip={fullName(person)}
            className="relative block rounded-full ring-2 ring-ground"
          >
            <Avatar src={person.avatarURL} name={fullName(person)} size={32} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
