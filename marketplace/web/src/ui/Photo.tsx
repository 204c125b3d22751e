import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { preload } from 'react-dom'
import { photoSize } from '../../../contract/ads/picture-sizes.ts'
import { cx } from './cx.ts'
import { imageSrcSet, imageUrl } from './image-url.ts'

export interface PhotoProps {
  /** Object path in the bucket; null shows the empty placeholder. */
  path: string | null | undefined
  alt: string
  /** Displayed width, as in `<img sizes>`. */
  sizes: string
  bucket?: string
  /** Width / height of the box; the server crops to it. `null` keeps the picture's own ratio (pass width and height then). */
  ratio?: number | null
  width?: number
  height?: number
  /** Loads eagerly: for the first picture of a page only. A media query limits that to windows in which the picture is visible. */
  priority?: boolean | string
  /** `contain` shows the whole picture inside the box. */
  fit?: 'cover' | 'contain'
  className?: string
  imageClassName?: string
  draggable?: boolean
}

/** A photo in the size that the page needs, in a box that reserves its space while loading. */
export function Photo(props: PhotoProps) {
  const { path, alt, sizes, bucket = 'listing-photos', ratio = 1, width, height, priority, fit = 'cover' } = props
  const [failedPath, setFailedPath] = useState<string | null>(null)
  const shape = ratio ?? (width && height ? width / height : undefined)
  const crop = fit === 'cover' && ratio ? ratio : undefined
  const failed = !path || failedPath === path
  const src = imageUrl(bucket, path ?? '', photoSize(640, crop))
  const srcSet = imageSrcSet(bucket, path ?? '', crop)
  // Preload from the head of server-rendered pages, since the window's width is unknown there.
  if (import.meta.env.SSR && typeof priority === 'string' && !failed)
    preload(src, { as: 'image', imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: 'high', media: priority })
  return (
    <span
      className={cx('relative block overflow-hidden bg-sunken', props.className ?? 'rounded-photo')}
      style={shape ? { aspectRatio: shape } : undefined}
    >
      {failed ? (
        <span
          className="absolute inset-0 grid place-items-center text-ink-3"
          {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        >
          <ImageOff aria-hidden="true" strokeWidth={1.75} className="size-6" />
        </span>
      ) : (
        <img
          alt={alt}
          sizes={sizes}
          srcSet={srcSet}
          src={src}
          {...{ width: width ?? 640, height: height ?? Math.round(640 / (shape ?? 1)) }}
          loading={priority === true ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : undefined}
          decoding={priority ? 'sync' : 'async'}
          draggable={props.draggable}
          onError={() => setFailedPath(path)}
          className={cx(
            'absolute inset-0 size-full',
            fit === 'cover' ? 'object-cover' : 'object-contain',
            props.imageClassName,
          )}
        />
      )}
    </span>
  )
}
