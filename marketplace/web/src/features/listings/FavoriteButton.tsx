import { Heart } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'

interface FavoriteButtonProps {
  title: string
  saved: boolean
  onToggle: () => void
  look?: 'floating' | 'plain'
  size?: 36 | 44
  className?: string
}

/** Saves an ad. The accessible name is the same in both states: `aria-pressed` tells them apart. */
export function FavoriteButton({
  title,
  saved,
  onToggle,
  look = 'floating',
  size = 36,
  className,
}: FavoriteButtonProps) {
  return (
    <IconButton
      label={t('ads.saveTitle', { title })}
      aria-pressed={saved}
      onClick={onToggle}
      look={look}
      size={size}
      className={className}
    >
      <Heart
        key={String(saved)}
        aria-hidden="true"
        strokeWidth={1.75}
        className={cx('size-5', saved && 'animate-heart fill-clay text-clay')}
      />
    </IconButton>
  )
}
