import { AVATAR_MAX_BYTES } from '@quack/contract/rules/limits'
import { useEffect, useRef, useState } from 'react'
import { isAbort, messageOf, refusalText } from '../../data/api/api-errors.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { upload } from '../../data/uploads/upload.ts'
import { fileKind } from '../../data/uploads/upload-options.ts'
import { isAnimatedWebp } from '../posts/media/moves.ts'

/** Lets one picture at a time be cropped, except a GIF, and uploads it. `percent` is null while there is no upload. */
export function usePictureUpload(onUploaded: (url: string) => void) {
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [chosen, setChosen] = useState<File>()
  const crop = useOnDemand(() => import('./crop-dialog.tsx'))
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (file: File) => {
    const abort = new AbortController()
    running.current = abort
    setPercent(0)
    try {
      const media = await upload(file, { purpose: 'avatar', onProgress: setPercent, signal: abort.signal })
      onUploaded(media.url)
    } catch (error) {
      if (isAbort(error)) return
      console.error(error)
      setProblem(messageOf(error))
    } finally {
      setPercent(null)
    }
  }

  const choose = (file: File) => {
    const refusal = avatarProblem(file)
    setProblem(refusal)
    if (refusal) return
    setChosen(file)
    void isAnimated(file).then((isMoving) => {
      // It would stand still afterwards.
      if (isMoving) void start(file)
      else crop.open()
    })
  }

  return { percent, problem, choose, start, cancel: () => running.current?.abort(), crop, chosen }
}

/** A GIF, or a WebP whose header says so. */
async function isAnimated(file: File): Promise<boolean> {
  if (file.type === 'image/gif') return true
  const head = await file
    .slice(0, 21)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  return isAnimatedWebp(new Uint8Array(head))
}

/** Why a file cannot be an avatar or a header, or null. The server checks too; this saves the upload. */
export function avatarProblem(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (fileKind(file) !== 'image') return refusalText('avatarTypeRefused')
  if (file.size >= AVATAR_MAX_BYTES) return refusalText('avatarTooLarge')
  return null
}
