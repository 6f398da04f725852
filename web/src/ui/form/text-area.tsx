import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { controlClass, type FieldProps, FieldShell, useFieldIds } from './field.tsx'

type TextAreaProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'id' | 'ref'> & {
    ref?: React.Ref<HTMLTextAreaElement>
    /** Without a border. */
    bare?: boolean
  }

const bareClass = 'w-full bg-transparent outline-none'

/** A text area that grows with what is typed. In it, too, each paragraph has its own direction. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  bare,
  rows = 3,
  className,
  ref,
  ...textArea
}: TextAreaProps) {
  const field = { label, hideLabel, hint, error }
  const { id, control } = useFieldIds(field)
  const own = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (own.current) fitHeight(own.current)
  })
  return (
    <FieldShell id={id} {...field}>
      <textarea
        dir="auto"
        // Without one, an empty field would not have the direction of the page: see styles.css.
        placeholder=" "
        rows={rows}
        {...textArea}
        {...control}
        ref={(element) => {
          own.current = element
          if (typeof ref === 'function') return ref(element)
          if (ref) ref.current = element
        }}
        onInput={(event) => {
          fitHeight(event.currentTarget)
          textArea.onInput?.(event)
        }}
        className={cx(
          'field-sizing-content block resize-none',
          bare ? bareClass : cx(controlClass, rows === 1 ? 'min-h-11' : 'min-h-21'),
          className,
        )}
      />
    </FieldShell>
  )
}

/** Makes a text area as high as its text, in browsers without `field-sizing`. */
function fitHeight(textArea: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  textArea.style.height = 'auto'
  const borders = textArea.offsetHeight - textArea.clientHeight
  textArea.style.height = `${textArea.scrollHeight + borders}px`
}
