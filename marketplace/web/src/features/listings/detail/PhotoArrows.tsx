import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'

interface PhotoArrowsProps {
  shown: number
  last: number
  onShow: (at: number) => void
  /** Position classes. */
  edges: readonly [start: string, end: string]
}

export function PhotoArrows({ shown, last, onShow, edges }: PhotoArrowsProps) {
  const arrows = [
    { label: t('listing.photoBefore'), icon: ChevronLeft, to: shown - 1, isEnd: shown === 0 },
    { label: t('listing.nextPhoto'), icon: ChevronRight, to: shown + 1, isEnd: shown === last },
  ]
  return arrows.map(({ label, icon, to, isEnd }, at) => (
    <IconButton
      key={label}
      icon={icon}
      label={label}
      look="floating"
      disabled={isEnd}
      onClick={() => onShow(to)}
      className={cx('absolute! top-1/2 -translate-y-1/2', edges[at])}
    />
  ))
}
