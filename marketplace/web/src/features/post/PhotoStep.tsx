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
import { editButtonId, LiftedPhoto, PhotoTile } from './PhotoTile.tsx'
import { isRefused, type PostPhoto } from './photos.ts'
import { RefusedFiles } from './RefusedFiles.tsx'
import { Step, type StepMark } from './Step.tsx'
import { fieldId } from './steps.ts'
import type { Photos } from './use-photos.ts'

const HOW_TO_MOVE = {
  draggable: t(
    'To move a photo press space. While it is lifted use the arrow keys, press space again to put it down, or escape to leave it where it was.',
  ),
}

interface PhotoStepProps {
  photos: Photos
  mark: StepMark
  error: string | undefined
  /** What can be done with the photos, below them. */
  children?: ReactNode
}

/** Choosing, uploading and ordering the photos of the ad. */
export function PhotoStep({ photos, mark, error, children }: PhotoStepProps) {
  const isOver = useDropAndPaste(photos.add)
  const [openAt, setOpenAt] = useState<number | null>(null)
  const opened = openAt === null ? undefined : photos.list[openAt]
  const go = (index: number | null) => {
    setOpenAt(index)
    if (index !== null || openAt === null) return
    // The button that opened it may belong to another photo now; the focus stays with this one. After the dialog's own turn.
    requestAnimationFrame(() => setTimeout(() => document.getElementById(editButtonId(openAt))?.focus()))
  }
  const refused = photos.list.filter(isRefused)
  const failed = photos.list.filter((photo) => photo.state.is === 'failed' && !isRefused(photo))
  const note = error ?? photos.notice ?? failedText(failed)
  const kept = photos.list.length - failed.length - refused.length
  return (
    <Step
      name="photos"
      mark={mark}
      line={
        kept > 1
          ? t('Drag to reorder. The first one is your cover.')
          : t('Three or more, from different sides. The first one is your cover.')
      }
    >
      <div className={cx('rounded-photo', isOver && 'outline-[2.5px] outline-offset-8 outline-dashed outline-brand')}>
        <SortablePhotos photos={photos} onOpen={setOpenAt}>
          {kept >= LIMITS.photos.max ? null : <AddPhotos id={fieldId(['photos'])} count={kept} onFiles={photos.add} />}
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
    </Step>
  )
}

interface SortablePhotosProps {
  photos: Photos
  onOpen: (index: number) => void
  children: React.ReactNode
}

function SortablePhotos({ photos, onOpen, children }: SortablePhotosProps) {
  const [liftedId, setLiftedId] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A moment's hold, so that scrolling with a finger on a photo still scrolls.
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
        <ul aria-label={t('Photos of your ad')} className="grid grid-cols-3 gap-3 sm:grid-cols-4">
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
          <li>{children}</li>
        </ul>
      </SortableContext>
      <DragOverlay>
        {lifted ? <LiftedPhoto photo={lifted} index={indexOf(list, lifted.id)} isCover={lifted === cover} /> : null}
      </DragOverlay>
    </DndContext>
  )
}

function announcementsFor(list: readonly PostPhoto[]): Announcements {
  const place = (id: string | number) =>
    t('position {number} of {count}', { number: indexOf(list, id) + 1, count: list.length })
  return {
    onDragStart: ({ active }) => t('Lifted photo {number}.', { number: indexOf(list, active.id) + 1 }),
    onDragOver: ({ active, over }) => {
      if (!over) return t('Not over a place for photos.')
      // Said right after lifting, in place of onDragStart's words.
      return over.id === active.id
        ? t('Lifted, at {place}.', { place: place(over.id) })
        : t('Moved to {place}.', { place: place(over.id) })
    },
    onDragEnd: ({ over }) => {
      if (!over) return t('Put back.')
      return indexOf(list, over.id) === 0
        ? t('Put down as the cover.')
        : t('Put down at {place}.', { place: place(over.id) })
    },
    onDragCancel: ({ active }) => t('Put back at {place}.', { place: place(active.id) }),
  }
}

function indexOf(list: readonly PostPhoto[], id: string | number): number {
  return list.findIndex((photo) => photo.id === id)
}

function failedText(failed: readonly PostPhoto[]): string | undefined {
  const [first] = failed
  if (first?.state.is !== 'failed') return undefined
  if (failed.length > 1) return t('{count} photos did not upload. The others are safe.', { count: failed.length })
  return t('{name} did not upload. {reason}', { name: first.name, reason: first.state.reason })
}

function uploadText(list: readonly PostPhoto[]): string {
  const going = list.filter((photo) => photo.state.is === 'waiting' || photo.state.is === 'uploading')
  const open = going.length
  if (going.some(({ state }) => state.is === 'uploading' && state.isPaused)) {
    return t('No connection. The upload goes on by itself when it is back.')
  }
  if (open > 0) return open === 1 ? t('One photo is uploading.') : t('{open} photos are uploading.', { open })
  const failure = failedText(list.filter((photo) => photo.state.is === 'failed'))
  if (failure) return failure
  if (list.some((photo) => photo.state.is === 'kept')) return t('Your photos are kept in this browser.')
  return list.length > 0
    ? t('{count, plural, one {# photo is} other {# photos are}} uploaded.', { count: list.length })
    : ''
}

/** Files dropped anywhere on the page, or pasted, are photos. True while files hang over the page. */
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
