import { Film } from 'lucide-react'
import { useEffect, useState } from 'react'
import { setSharedFiles, useSharedFiles } from '../../../data/shared/take-shared.ts'
import { Button } from '../../../ui/button/button.tsx'

interface SharedFilesProps {
  onAttach: (files: Iterable<File>) => void
}

/** Shared pictures and videos, of which the member chooses one for the post. */
export function SharedFiles({ onAttach }: SharedFilesProps) {
  const files = useSharedFiles()
  if (files === null) {
    return <p className="border-b px-4 py-3 text-danger">What you shared has not arrived. Please share it again.</p>
  }
  if (files.length === 0) return null
  return (
    <section aria-label="Shared files" className="border-b px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-meta text-muted">
          {files.length === 1
            ? 'This was shared. Tap it to attach it.'
            : 'A post has one picture or video. Tap one to attach it.'}
        </p>
        <Button variant="ghost" size="small" onClick={() => setSharedFiles([])}>
          Discard
        </Button>
      </div>
      <ul className="mt-2 flex flex-wrap gap-2">
        {files.map((file, index) => (
          <li key={index + file.name}>
            <button
              type="button"
              aria-label={`Attach ${file.name}`}
              onClick={() => {
                setSharedFiles(files.filter((other) => other !== file))
                onAttach([file])
              }}
              className="grid size-20 place-items-center overflow-hidden rounded-xl border bg-skeleton"
            >
              {file.type.startsWith('image/') ? <Picture file={file} /> : <Film size={28} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Picture({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return <img src={address} alt="" className="size-full object-cover" />
}
