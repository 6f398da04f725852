import {
  type ChangeEvent,
  type ComponentProps,
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { loadCode } from '../../data/code/load-code.ts'
import { TextArea } from '../../ui/form/text-area.tsx'
import { mentionAt } from './mention-at.ts'
import type { PickerHandle } from './mention-picker.tsx'

type MentionAreaProps = Omit<ComponentProps<typeof TextArea>, 'hideLabel' | 'value' | 'onSelect' | 'onBlur'> & {
  value: string
}

/**
 * A text area that offers members while a mention is typed. It is a combobox only while it offers some: then the arrows
 * up and down, Enter, Tab and Escape are for the list.
 */
export function MentionArea({ value, ref, onChange, onKeyDown, ...props }: MentionAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<PickerHandle>(null)
  const listId = useId()
  /** Where something was typed last. Null once the caret is elsewhere: moving it opens no list. */
  const [caret, setCaret] = useState<number | null>(null)
  /** The start of the mention whose list was closed by Escape. */
  const [dismissed, setDismissed] = useState<number | null>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const typed = caret === null || props.readOnly ? null : mentionAt(value, caret)
  const mention = typed?.start === dismissed ? null : typed
  const code = useMentionPicker(mention !== null)

  function onType(event: ChangeEvent<HTMLTextAreaElement>) {
    const { value, selectionStart } = event.currentTarget
    setCaret(selectionStart)
    if (mentionAt(value, selectionStart)?.start !== dismissed) setDismissed(null)
    onChange?.(event)
  }
  function onSelect({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
    if (currentTarget.selectionStart !== caret || currentTarget.selectionEnd !== caret) setCaret(null)
  }
  function onPress(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!picker.current?.takeKey(event)) onKeyDown?.(event)
  }

  return (
    <>
      <TextArea
        {...props}
        hideLabel
        {...(activeId !== null && {
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': true,
          'aria-controls': listId,
          'aria-activedescendant': activeId,
        })}
        ref={(element) => {
          area.current = element
          if (typeof ref === 'function') return ref(element)
          if (ref) ref.current = element
        }}
        value={value}
        onChange={onType}
        onSelect={onSelect}
        onBlur={() => setCaret(null)}
        onKeyDown={onPress}
      />
      {code && (
        <code.MentionPicker
          ref={picker}
          area={area}
          listId={listId}
          mention={mention}
          onActive={setActiveId}
          onDismiss={() => setDismissed(mention?.start ?? null)}
        />
      )}
    </>
  )
}

/** The code of the list, loaded when it is first needed. Without it, mentions are typed in full. */
function useMentionPicker(isNeeded: boolean) {
  const [code, setCode] = useState<typeof import('./mention-picker.tsx') | null>(null)
  const isMissing = isNeeded && code === null
  useEffect(() => {
    if (isMissing) loadCode(() => import('./mention-picker.tsx')).then(setCode, () => undefined)
  }, [isMissing])
  return code
}
