import { CircleAlert, X } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import type { PostPhoto } from './photos.ts'
import { fieldId } from './problems.ts'

interface RefusedFilesProps {
  files: readonly PostPhoto[]
  onRemove: (id: string) => void
}

/** Rejected files with reasons, below the grid. */
export function RefusedFiles({ files, onRemove }: RefusedFilesProps) {
  const remove = (id: string) => {
    onRemove(id)
    // The line disappears: focus the add tile.
    requestAnimationFrame(() => document.getElementById(fieldId(['photos']))?.focus({ preventScroll: true }))
  }
  return (
    <ul aria-label={t('post.files.notPhotos')} className="grid gap-2">
      {files.map((file) => (
        <li
          key={file.id}
          className="type-small flex items-center gap-2.5 rounded-control bg-danger-soft py-1 ps-3.5 pe-1 text-danger-ink"
        >
          <CircleAlert aria-hidden="true" strokeWidth={1.75} className="size-4.5 shrink-0" />
          <p className="min-w-0 flex-1 py-1.5 wrap-anywhere">
            <span className="font-semibold">{file.name}</span>
            {': '}
            {file.state.is === 'failed' ? file.state.reason : null}
          </p>
          <IconButton label={t('post.files.dismiss', { name: file.name })} onClick={() => remove(file.id)}>
            <X aria-hidden="true" strokeWidth={2} className="size-4" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
