import { cx } from '../../ui/cx.ts'
import { Photo } from '../../ui/Photo.tsx'
import type { PostPhoto } from './photos.ts'

/** The picture itself: the local copy while there is one, so that nothing flickers when the upload is done. */
export function Picture({ photo, isFaint, className }: { photo: PostPhoto; isFaint?: boolean; className?: string }) {
  const look = cx('aspect-square', className ?? 'rounded-photo', isFaint && 'opacity-60')
  if (!photo.previewUrl) {
    return <Photo path={photo.path} alt={photo.alt} sizes="160px" draggable={false} className={look} />
  }
  return (
    <img
      src={photo.previewUrl}
      alt={photo.alt}
      draggable={false}
      className={cx('w-full bg-sunken object-cover', look)}
    />
  )
}
