import { useEffect, useRef, useState } from 'react'
import { isAbort, messageOf } from '../../data/api/api-errors.ts'
import { upload } from '../../data/uploads/upload.ts'
import { avatarProblem } from './avatar-problem.ts'

/** Uploads one picture at a time. `percent` is null while there is no upload. */
export function useAvatarUpload(onUploaded: (url: string) => void) {
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (file: File) => {
    const refusal = avatarProblem(file)
    setProblem(refusal)
    if (refusal) return
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

  return { percent, problem, start, cancel: () => running.current?.abort() }
}
