import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { CloudOff, GripHorizontal, Pencil, RotateCw, X } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { Picture } from './Picture.tsx'
import type { PostPhoto } from './photos.ts'
import { fieldId } from './steps.ts'
import type { Photos } from './use-photos.ts'

export const editButtonId = (index: number) => `photo-${index}-edit`

interface PhotoTileProps {
  photo: PostPhoto
  index: number
  /** The first of those that will be in the ad. */
  isCover: boolean
  count: number
  photos: Photos
  onOpen: () => void
}

/** One photo in the grid: drag it, describe it, take it away; while it uploads a bar, when it did not arrive why and Retry. */
export function PhotoTile({ photo, index, isCover, count, photos, onOpen }: PhotoTileProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: photo.id,
  })
  const name = t('Photo {number} of {count}', { number: index + 1, count })
  const isOnItsWay = photo.state.is === 'waiting' || photo.state.is === 'uploading'
  const remove = () => {
    photos.remove(photo.id)
    // The button goes with its photo; the focus moves on to the tile that adds photos.
    requestAnimationFrame(() => document.getElementById(fieldId(['photos']))?.focus({ preventScroll: true }))
  }
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cx('relative', isDragging && 'rounded-photo bg-brand-soft outline-2 outline-brand outline-dashed')}
    >
      {photo.state.is === 'failed' ? (
        <FailedPhoto photo={photo} name={name} state={photo.state} onRetry={() => photos.retry(photo.id)} />
      ) : (
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={isCover ? t('{name}, cover', { name }) : name}
          className={cx(
            'focus-halo relative block w-full cursor-grab touch-manipulation rounded-photo',
            isDragging && 'opacity-0',
          )}
        >
          <Picture photo={photo} isFaint={isOnItsWay} />
          {isOnItsWay && !isCover ? null : <Corner index={index} isCover={isCover} />}
        </button>
      )}
      {photo.state.is === 'waiting' ? <UploadBar progress={0} name={name} /> : null}
      {photo.state.is === 'uploading' ? <UploadBar {...photo.state} name={name} /> : null}
      {isDragging ? null : (
        <>
          <TileButton label={t('Remove photo {number}', { number: index + 1 })} className="top-1.5" onClick={remove}>
            <X aria-hidden="true" strokeWidth={2} className="size-4" />
          </TileButton>
          {photo.state.is !== 'failed' ? (
            <TileButton
              id={editButtonId(index)}
              label={t('Edit photo {number}', { number: index + 1 })}
              className="bottom-1.5"
              onClick={onOpen}
            >
              <Pencil aria-hidden="true" strokeWidth={2} className="size-3.5" />
            </TileButton>
          ) : null}
        </>
      )}
    </li>
  )
}

/** The photo under the finger: tilted, over a dashed slot. */
export function LiftedPhoto({ photo, index, isCover }: { photo: PostPhoto; index: number; isCover: boolean }) {
  return (
    <div className="relative rotate-3 cursor-grabbing rounded-photo shadow-2">
      <Picture photo={photo} isFaint={false} />
      <Corner index={index} isCover={isCover} />
      <span className="absolute inset-0 m-auto grid size-11 place-items-center rounded-full bg-[oklch(0.23_0.018_190/0.7)] text-white">
        <GripHorizontal aria-hidden="true" className="size-5" />
      </span>
    </div>
  )
}

function Corner({ index, isCover }: { index: number; isCover: boolean }) {
  return isCover ? (
    <span className="absolute start-2 top-2 rounded-badge bg-saffron px-2 py-1 text-[12px]/4 font-semibold text-on-saffron">
      {t('Cover')}
    </span>
  ) : (
    <span className="tnum absolute start-2 bottom-2 grid size-5.5 place-items-center rounded-badge bg-[oklch(0.23_0.018_190/0.7)] text-[12px] font-semibold text-white">
      {index + 1}
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
        <span className="type-micro absolute start-2 bottom-7 flex items-center gap-1 rounded-badge bg-surface px-1.5 py-0.5 font-semibold">
          <CloudOff aria-hidden="true" strokeWidth={1.75} className="size-3.5 shrink-0" />
          {t('Paused')}
        </span>
      ) : null}
      <span
        role="progressbar"
        aria-label={isPaused ? t('{name} waits for the connection', { name }) : t('{name} is uploading', { name })}
        aria-valuenow={Math.round(progress * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="absolute start-2.5 end-10.5 bottom-4 h-1.5 overflow-hidden rounded-full bg-surface pointer-coarse:end-12.5"
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
          {t('Retry')}
        </button>
      ) : null}
    </div>
  )
}

interface TileButtonProps {
  id?: string
  label: string
  className: string
  onClick: () => void
  children: React.ReactNode
}

function TileButton({ id, label, className, onClick, children }: TileButtonProps) {
  return (
    <button
      type="button"
      id={id}
      aria-label={label}
      onClick={onClick}
      className={cx(
        'focus-halo absolute end-1.5 grid size-7 place-items-center rounded-full bg-[oklch(0.23_0.018_190/0.7)] text-white transition-colors hover:bg-black pointer-coarse:size-9',
        className,
      )}
    >
      {children}
    </button>
  )
}
