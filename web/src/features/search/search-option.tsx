import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FOUND_TAG_COUNT_MAX } from '@quack/contract/rules/limits'
import { History, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { fullName } from '../../data/members/people.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { sayPosts } from '../tags/say-posts.ts'
import type { Option } from './options.ts'

interface SearchOptionProps {
  id: string
  option: Option
  isActive: boolean
  onChoose: () => void
}

/** All of the same height, so that the buttons of recent searches stand beside them. */
export function SearchOption({ id, option, isActive, onChoose }: SearchOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field, which has the focus, takes the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      className={cx(
        'flex h-12 cursor-pointer select-none items-center gap-3 px-4 hover:bg-hover',
        isActive && 'bg-hover',
      )}
    >
      <Content option={option} />
    </div>
  )
}

function Content({ option }: { option: Option }) {
  switch (option.kind) {
    case 'search': {
      const text = <bdi className="font-semibold">{option.text}</bdi>
      return (
        <Row icon={<Search size={18} aria-hidden="true" />}>
          <Trans>Search for “{text}”</Trans>
        </Row>
      )
    }
    case 'recent':
      return (
        <Row icon={<History size={18} aria-hidden="true" />}>
          <bdi className="block w-fit max-w-full truncate">{option.text}</bdi>
        </Row>
      )
    case 'completion':
      return (
        <Row icon={<Search size={18} aria-hidden="true" />} meta={option.hint}>
          <bdi>{option.text}</bdi>
        </Row>
      )
    case 'person': {
      const { person } = option
      const following = person.viewer?.following && t({ message: 'Following', comment: 'You follow this member' })
      return (
        <Row
          icon={<Avatar src={person.avatarURL} name={fullName(person)} size={32} />}
          meta={
            <>
              <bdi>@{person.username}</bdi>
              {following && ` · ${following}`}
            </>
          }
        >
          <bdi className="block w-fit max-w-full truncate font-semibold">{fullName(person)}</bdi>
        </Row>
      )
    }
    case 'tag':
      return (
        <Row icon="#" meta={sayPosts(option.tag.postsCount, FOUND_TAG_COUNT_MAX)}>
          <bdi className="block w-fit max-w-full truncate font-semibold">#{option.tag.name}</bdi>
        </Row>
      )
  }
}

function Row({ icon, meta, children }: { icon: ReactNode; meta?: ReactNode; children: ReactNode }) {
  return (
    <>
      <span aria-hidden="true" className="grid size-8 shrink-0 place-items-center text-large text-muted">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        {meta !== undefined && <span className="block truncate text-meta text-muted tabular-nums">{meta}</span>}
      </span>
    </>
  )
}
