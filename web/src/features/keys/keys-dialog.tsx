import { t } from '@lingui/core/macro'
import { Fragment } from 'react'
import { translate } from '../../locale/messages.ts'
import { areSingleKeysOn } from '../../ui/keys.ts'
import { Dialog, type DialogState } from '../../ui/popup/dialog.tsx'
import { KEY_GROUPS, type KeyRow, OTHER_GROUPS } from './key-table.ts'

/** The table of keys. */
export function KeysDialog(dialog: DialogState) {
  return (
    <Dialog {...dialog} title={t({ message: 'Keys', comment: 'Of the keyboard' })}>
      <div className="p-4">
        {!areSingleKeysOn() && (
          <p className="mb-4 rounded-lg bg-surface px-3 py-2">
            {t`Single keys are turned off, in the settings of this device.`}
          </p>
        )}
        <div className="gap-x-8 md:columns-2">
          {[...KEY_GROUPS, ...OTHER_GROUPS].map(({ title, rows }) => (
            <section key={title.id} className="mb-6 break-inside-avoid">
              <h3 className="mb-1 font-bold">{translate(title)}</h3>
              <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
                {rows.map((row) => (
                  <Row key={row.keys.join()} {...row} />
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className="text-muted">{t`Tab and Enter reach everything without these keys.`}</p>
      </div>
    </Dialog>
  )
}

const ARROWS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }

function Row({ keys, text }: KeyRow) {
  // What is before is on the right then.
  const ordered = document.dir === 'rtl' && keys.includes('ArrowLeft') ? keys.toReversed() : keys
  return (
    <div className="col-span-2 grid grid-cols-subgrid items-baseline border-b py-1.5 last:border-0">
      <dt className="-me-0.75 flex min-w-24.75 gap-1.5 whitespace-nowrap">
        {ordered.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && (
              <span className="text-meta text-muted">
                {t({ message: 'or', comment: 'Between two keys of the keyboard' })}
              </span>
            )}
            <span className="flex gap-1">
              {key.split(' ').map((each) => (
                <kbd
                  key={each}
                  className="min-w-6 rounded-md border border-edge px-1.5 text-center font-sans text-meta"
                >
                  {ARROWS[each] ?? each}
                </kbd>
              ))}
            </span>
          </Fragment>
        ))}
      </dt>
      <dd>{translate(text)}</dd>
    </div>
  )
}
