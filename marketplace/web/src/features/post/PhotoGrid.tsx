import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardCode,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { LIMITS } from '../../../../contract/limits.ts'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { AddPhotos } from './AddPhotos.tsx'
import { PhotoDialog } from './PhotoDialog.tsx'
import { LiftedPhoto, PhotoTile, tileId } from './PhotoTile.tsx'
import { isRefused, type PostPhoto } from './photos.ts'
import { fieldId } from './problems.ts'
import { RefusedFiles } from './RefusedFiles.tsx'
import type { Photos } from './use-photos.ts'

const HOW_TO_MOVE = {
  draggable: t('post.photos.keyboardHint'),
}

interface PhotoGridProps {
  photos: Photos
  error: string | undefined
  children?: ReactNode
}

/** Chooses, uploads and orders photos. */
export function PhotoGrid({ photos, error, children }: PhotoGridProps) {
  const isOver = useDropAndPaste(photos.add)
  const [openAt, setOpenAt] = useState<number | null>(null)
  const opened = openAt === null ? undefined : photos.list[openAt]
  const go = (index: number | null) => {
    setOpenAt(index)
    if (index !== null || openAt === null) return
    // The opener may show another photo now: focus this photo's button, after the dialog has restored the focus.
    requestAnimationFrame(() => setTimeout(() => document.getElementById(tileId(openAt))?.focus()))
  }
  const refused = photos.list.filter(isRefused)
  const failed = photos.list.filter((photo) => photo.state.is === 'failed' && !isRefused(photo))
  const note = error ?? photos.notice ?? failedText(failed)
  const kept = photos.list.length - failed.length - refused.length
  return (
    <section aria-label={t('common.photos')} className="grid gap-3">
      <div className={cx('rounded-photo', isOver && 'outline-[2.5px] outline-offset-8 outline-dashed outline-brand')}>
        <SortablePhotos photos={photos} onOpen={setOpenAt}>
          {kept >= LIMITS.photos.max ? null : (
            <AddPhotos id={fieldId(['photos'])} isFirst={photos.list.length === refused.length} onFiles={photos.add} />
          )}
        </SortablePhotos>
      </div>
      {opened && openAt !== null ? <PhotoDialog photo={opened} index={openAt} photos={photos} onGo={go} /> : null}
      {note ? (
        <p className="type-small flex gap-1.5 text-danger-ink">
          <CircleAlert aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-4 shrink-0" />
          {note}
        </p>
      ) : null}
      {refused.length > 0 ? <RefusedFiles files={refused} onRemove={photos.remove} /> : null}
      {!note && photos.hint ? <p className="type-small text-ink-2">{photos.hint}</p> : null}
      {children}
      <p role="status" className="sr-only">
        {uploadText(photos.list)}
      </p>
    </section>
  )
}

interface SortablePhotosProps {
  photos: Photos
  onOpen: (index: number) => void
  children: ReactNode
}

function SortablePhotos({ photos, onOpen, children }: SortablePhotosProps) {
  const [liftedId, setLiftedId] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A delay, so that touching a photo can scroll.
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      keyboardCodes: { start: [KeyboardCode.Space], cancel: [KeyboardCode.Esc], end: [KeyboardCode.Space] },
    }),
  )
  const list = photos.list.filter((photo) => !isRefused(photo))
  const drop = ({ active, over }: DragEndEvent) => {
    setLiftedId(null)
    if (over) photos.move(indexOf(list, active.id), indexOf(list, over.id))
  }
  const cover = list.find(({ state }) => state.is !== 'failed')
  const lifted = list.find((photo) => photo.id === liftedId)
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcementsFor(list), screenReaderInstructions: HOW_TO_MOVE }}
      onDragStart={({ active }) => setLiftedId(String(active.id))}
      onDragCancel={() => setLiftedId(null)}
      onDragEnd={drop}
    >
      <SortableContext items={list.map((photo) => photo.id)} strategy={rectSortingStrategy}>
        <ul
          aria-label={t('post.photos.list')}
          className="grid grid-cols-3 gap-2.5 max-[359px]:grid-cols-2 sm:grid-cols-5"
        >
          {list.map((photo, index) => (
            <PhotoTile
              key={photo.slot ?? photo.id}
              photo={photo}
              index={index}
              isCover={photo === cover}
              count={list.length}
              photos={photos}
              onOpen={() => onOpen(index)}
            />
          ))}
          <li className={list.length === 0 ? 'col-span-full' : undefined}>{children}</li>
        </ul>
      </SortableContext>
      <DragOverlay>{lifted ? <LiftedPhoto photo={lifted} isCover={lifted === cover} /> : null}</DragOverlay>
    </DndContext>
  )
}

function announcementsFor(list: readonly PostPhoto[]): Announcements {
  const place = (id: string | number) =>
    t('post.photos.position', { number: indexOf(list, id) + 1, count: list.length })
  return {
    onDragStart: ({ active }) => t('post.photos.lifted', { number: indexOf(list, active.id) + 1 }),
    onDragOver: ({ active, over }) => {
      if (!over) return t('post.photos.notOverPlace')
      // Announced after dropping, instead of onDragStart's text.
      return over.id === active.id
        ? t('post.photos.liftedAt', { place: place(over.id) })
        : t('post.photos.movedTo', { place: place(over.id) })
    },
    onDragEnd: ({ over }) => {
      if (!over) return t('post.photos.putBack')
      return indexOf(list, over.id) === 0
        ? t('post.photos.putDownAsCover')
        : t('post.photos.putDownAt', { place: place(over.id) })
    },
    onDragCancel: ({ active }) => t('post.photos.putBackAt', { place: place(active.id) }),
  }
}

function indexOf(list: readonly PostPhoto[], id: string | number): number {
  return list.findIndex((photo) => photo.id === id)
}

function failedText(failed: readonly PostPhoto[]): string | undefined {
  const [first] = failed
  if (first?.state.is !== 'failed') return undefined
  if (failed.length > 1) return t('post.photos.failed', { count: failed.length })
  return t('post.photos.failedOne', { name: first.name, reason: first.state.reason })
}

function uploadText(list: readonly PostPhoto[]): string {
  const going = list.filter((photo) => photo.state.is === 'waiting' || photo.state.is === 'uploading')
  const open = going.length
  if (going.some(({ state }) => state.is === 'uploading' && state.isPaused)) {
    return t('post.photos.offline')
  }
  if (open > 0) return open === 1 ? t('post.photos.uploadingOne') : t('post.photos.uploading', { open })
  const failure = failedText(list.filter((photo) => photo.state.is === 'failed'))
  if (failure) return failure
  if (list.some((photo) => photo.state.is === 'kept')) return t('post.photos.keptInBrowser')
  return list.length > 0 ? t('post.photos.uploaded', { count: list.length }) : ''
}

/** Accepts files dropped on or pasted into the page. True during a drag. */
function useDropAndPaste(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      onFiles(files)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [onFiles])
  return isOver
}
