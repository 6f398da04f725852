import { pictureSource } from '@quack/contract/rules/pictures'
import { type ComponentProps, useEffect, useState } from 'react'
import { loadCode } from '../../../data/code/load-code.ts'

type Code = typeof import('./stoppable-picture.tsx')

/** A StoppablePicture whose code is that of the screens with posts. Until it is loaded, the picture is as it is. */
export function LazyPicture({ file, onLoad, ...rest }: ComponentProps<Code['StoppablePicture']>) {
  const [code, setCode] = useState<Code>()
  useEffect(() => {
    loadCode(() => import('./stoppable-picture.tsx')).then(setCode, () => undefined)
  }, [])
  if (code) return <code.StoppablePicture file={file} onLoad={onLoad} {...rest} />
  const source = pictureSource(rest.src)
  return <img {...rest} {...source} alt={rest.alt} onLoad={(event) => onLoad?.(event.currentTarget)} />
}
