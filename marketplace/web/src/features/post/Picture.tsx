import { cx } from '../../ui/cx.ts'
import { Photo } from '../../ui/Photo.tsx'
import type { PostPhoto } from './photos.ts'

interface PictureProps {
  photo: PostPhoto
  isFaint?: boolean
  /** How wide it is drawn, as in `<img sizes>`. */
  sizes?: string
  className?: string
}

/** The picture itself: the local copy while there is one, so that nothing flickers when the upload is done. */
export function Picture({ photo, isFaint, sizes = '160px', className }: PictureProps) {
  const look = cx('aspect-square', className ?? 'rounded-photo', isFaint && 'opacity-60')
  if (!photo.previewUrl) {
    return <Photo path={photo.path} alt={photo.alt} sizes={sizes} draggable={false} className={look} />
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
