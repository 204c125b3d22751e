import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { CloudOff, GripHorizontal, RotateCw, X } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { Picture } from './Picture.tsx'
import type { PostPhoto } from './photos.ts'
import { fieldId } from './problems.ts'
import type { Photos } from './use-photos.ts'

export const tileId = (index: number) => `photo-${index}`

interface PhotoTileProps {
  photo: PostPhoto
  index: number
  isCover: boolean
  count: number
  photos: Photos
  onOpen: () => void
}

/** A photo in the grid: draggable, with upload progress, or its error and Retry. */
export function PhotoTile({ photo, index, isCover, count, photos, onOpen }: PhotoTileProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: photo.id,
  })
  const name = t('common.photoOfCount', { number: index + 1, count })
  const isOnItsWay = photo.state.is === 'waiting' || photo.state.is === 'uploading'
  const remove = () => {
    photos.remove(photo.id)
    // The tile disappears: focus the add tile.
    requestAnimationFrame(() => document.getElementById(fieldId(['photos']))?.focus({ preventScroll: true }))
  }
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cx(
        'relative self-start',
        isDragging && 'rounded-photo bg-brand-soft outline-2 outline-brand outline-dashed',
      )}
    >
      {photo.state.is === 'failed' ? (
        <FailedPhoto photo={photo} name={name} state={photo.state} onRetry={() => photos.retry(photo.id)} />
      ) : (
        <button
          type="button"
          id={tileId(index)}
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          onClick={onOpen}
          // Space drops it; ignore the click that follows.
          onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
          aria-label={isCover ? t('post.photo.cover', { name }) : name}
          className={cx(
            'focus-halo relative block w-full cursor-grab touch-manipulation rounded-photo',
            isDragging && 'opacity-0',
          )}
        >
          <Picture photo={photo} isFaint={isOnItsWay} />
          {isCover ? <Cover /> : null}
        </button>
      )}
      {photo.state.is === 'waiting' ? <UploadBar progress={0} name={name} /> : null}
      {photo.state.is === 'uploading' ? <UploadBar {...photo.state} name={name} /> : null}
      {isDragging ? null : (
        <button
          type="button"
          aria-label={t('post.photo.remove', { number: index + 1 })}
          onClick={remove}
          className="hit-44 focus-halo absolute end-1.5 top-1.5 grid size-7 place-items-center rounded-full bg-[oklch(0.23_0.018_190/0.8)] text-white transition-colors hover:bg-black"
        >
          <X aria-hidden="true" strokeWidth={2} className="size-4" />
        </button>
      )}
    </li>
  )
}

/** The dragged photo. */
export function LiftedPhoto({ photo, isCover }: { photo: PostPhoto; isCover: boolean }) {
  return (
    <div className="relative rotate-3 cursor-grabbing rounded-photo shadow-2">
      <Picture photo={photo} isFaint={false} />
      {isCover ? <Cover /> : null}
      <span className="absolute inset-0 m-auto grid size-11 place-items-center rounded-full bg-[oklch(0.23_0.018_190/0.7)] text-white">
        <GripHorizontal aria-hidden="true" className="size-5" />
      </span>
    </div>
  )
}

function Cover() {
  return (
    <span className="absolute start-2 top-2 rounded-badge bg-saffron px-2 py-1 text-[12px]/4 font-semibold text-on-saffron">
      {t('post.cover')}
    </span>
  )
}

interface UploadBarProps {
  progress: number
  isPaused?: boolean
  name: string
}

function UploadBar({ progress, isPaused, name }: UploadBarProps) {
  return (
    <>
      {isPaused ? (
        <span className="type-micro absolute start-2 bottom-6 flex items-center gap-1 rounded-badge bg-surface px-1.5 py-0.5 font-semibold">
          <CloudOff aria-hidden="true" strokeWidth={1.75} className="size-3.5 shrink-0" />
          {t('common.paused')}
        </span>
      ) : null}
      <span
        role="progressbar"
        aria-label={isPaused ? t('post.photo.waiting', { name }) : t('post.photo.uploading', { name })}
        aria-valuenow={Math.round(progress * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="absolute inset-x-2.5 bottom-2.5 h-1.5 overflow-hidden rounded-full bg-surface"
      >
        <span
          className={cx('block h-full rounded-full transition-[width]', isPaused ? 'bg-ink-3' : 'bg-brand')}
          style={{ width: `${Math.max(4, progress * 100)}%` }}
        />
      </span>
    </>
  )
}

interface FailedPhotoProps {
  photo: PostPhoto
  name: string
  state: { reason: string; canRetry: boolean }
  onRetry: () => void
}

function FailedPhoto({ photo, name, state, onRetry }: FailedPhotoProps) {
  return (
    <div className="flex aspect-square flex-col justify-center gap-1 overflow-hidden rounded-photo border border-danger bg-danger-soft p-2.5 pe-3 text-danger-ink">
      <p className="type-micro line-clamp-5 break-words pe-6">
        <span className="sr-only">
          {name}, {photo.name}:{' '}
        </span>
        {state.reason}
      </p>
      {state.canRetry ? (
        <button
          type="button"
          onClick={onRetry}
          className="hit-44 type-small inline-flex items-center gap-1.5 self-start font-semibold"
        >
          <RotateCw aria-hidden="true" strokeWidth={2} className="size-4" />
          {t('post.retry')}
        </button>
      ) : null}
    </div>
  )
}
