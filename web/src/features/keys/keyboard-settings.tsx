import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { Button } from '../../ui/button/button.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { areSingleKeysOn, SINGLE_KEYS } from '../../ui/keys.ts'

/** Turns the keys of single characters off and on, and shows the table of keys: also for who uses none of them. */
export function KeyboardSettings() {
  const sheet = useOnDemand(() => import('./keys-dialog.tsx'))
  const [areOn, setOn] = useState(areSingleKeysOn)

  function change(next: boolean): void {
    try {
      if (next) localStorage.removeItem(SINGLE_KEYS)
      else localStorage.setItem(SINGLE_KEYS, 'off')
    } catch {
      document.documentElement.dataset.singleKeys = next ? 'on' : 'off'
    }
    setOn(next)
  }

  return (
    <>
      <Switch
        label={t({ message: 'Single keys', comment: 'Keys of the keyboard that act alone' })}
        hint={t`For example, j goes to the next post. Turn them off if you write by voice, or often press keys by accident. For this device.`}
        checked={areOn}
        onChange={({ target }) => change(target.checked)}
      />
      <Button variant="secondary" className="self-start" onPointerEnter={sheet.prepare} onClick={sheet.open}>
        {t`Show all keys`}
      </Button>
      {sheet.shown && <sheet.shown.KeysDialog {...sheet.props} />}
    </>
  )
}
