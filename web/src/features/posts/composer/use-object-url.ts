import { useEffect, useState } from 'react'

/** A local address of a file, or '' for none. */
export function useObjectUrl(file: File | undefined): string {
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl('')
      URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}
