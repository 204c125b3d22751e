import { useState } from 'react'
import { avatarSize } from '../../../contract/ads/picture-sizes.ts'
import { cx } from './cx.ts'
import { imageUrl } from './image-url.ts'

interface AvatarProps {
  /** The user's name; its initials are the fallback without a picture. */
  name: string
  /** Object path in the `avatars` bucket. */
  path?: string | null
  /** Pixels. */
  size?: number
  className?: string
}

/** A user's round picture. Decorative: the name is always beside it or on the surrounding control. */
export function Avatar({ name, path, size = 40, className }: AvatarProps) {
  const [failedPath, setFailedPath] = useState<string | null>(null)
  const box = { width: size, height: size, fontSize: Math.round(size * 0.36) }
  if (!path || failedPath === path) {
    return (
      <span
        aria-hidden="true"
        style={box}
        className={cx(
          'inline-grid shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand-ink',
          className,
        )}
      >
        {initials(name)}
      </span>
    )
  }
  return (
    <img
      src={imageUrl('avatars', path, avatarSize(size))}
      alt=""
      loading="lazy"
      decoding="async"
      {...{ width: size, height: size }}
      style={box}
      onError={() => setFailedPath(path)}
      className={cx('shrink-0 rounded-full bg-sunken object-cover', className)}
    />
  )
}

/** Initials of the first and the last word: "Tomás Rocha" is TR. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
