import { Fragment } from 'react'
import { areSingleKeysOn } from '../../ui/keys.ts'
import { Dialog, type DialogState } from '../../ui/popup/dialog.tsx'
import { KEY_GROUPS, type KeyRow, OTHER_GROUPS } from './key-table.ts'

/** The table of all keys. */
export function KeysDialog(dialog: DialogState) {
  return (
    <Dialog {...dialog} title="Keys">
      <div className="p-4">
        {!areSingleKeysOn() && (
          <p className="mb-4 rounded-lg bg-surface px-3 py-2">
            Single keys are turned off, in the settings of this device.
          </p>
        )}
        <div className="gap-x-8 md:columns-2">
          {[...KEY_GROUPS, ...OTHER_GROUPS].map(({ title, rows }) => (
            <section key={title} className="mb-6 break-inside-avoid">
              <h3 className="mb-1 font-bold">{title}</h3>
              <dl>
                {rows.map((row) => (
                  <Row key={row.text} {...row} />
                ))}
              </dl>
            </section>
          ))}
        </div>
        <p className="text-muted">Tab and Enter reach everything without these keys.</p>
      </div>
    </Dialog>
  )
}

const ARROWS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }

function Row({ keys, text }: KeyRow) {
  return (
    <div className="flex items-baseline gap-3 border-b py-1.5 last:border-0">
      <dt className="flex w-24 shrink-0 gap-1.5">
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && <span className="text-meta text-muted">or</span>}
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
      <dd className="min-w-0 flex-1">{text}</dd>
    </div>
  )
}
