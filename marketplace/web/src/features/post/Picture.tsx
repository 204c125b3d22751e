import { cx } from '../../ui/cx.ts'
import { Photo } from '../../ui/Photo.tsx'
import type { PostPhoto } from './photos.ts'

interface PictureProps {
  photo: PostPhoto
  isFaint?: boolean
  /** Displayed width, as in `<img sizes>`. */
  sizes?: string
  className?: string
}

/** Prefers the local copy, to avoid flicker after the upload. */
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
