import { t } from '@lingui/core/macro'

/** A device as the server names it, "Firefox on Linux" for example, in the language of the interface. */
export function deviceName(device: string): string {
  const [browser, system] = device.split(' on ')
  if (!browser || !system) return device
  return t({
    message: `${{ browser }} on ${{ system }}`,
    comment: 'A device: its browser and its operating system, or iPhone, or iPad',
  })
}
