import { ChevronDown, MapPin } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { labelName } from '../../i18n/place-names.ts'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import type { PlaceChoice } from './chosen-place.ts'

const PlacePicker = lazy(async () => ({ default: (await import('./PlacePicker.tsx')).PlacePicker }))

interface PlaceButtonProps extends PlaceChoice {
  /** `field` looks like an empty input. */
  look?: 'pill' | 'field'
  className?: string
}

const LOOKS = {
  pill: 'rounded-full px-3.5 text-[14px] font-semibold aria-expanded:bg-brand-soft aria-expanded:text-brand-ink',
  field: 'rounded-control border border-line-strong bg-surface px-4 text-ink-3',
} as const

/** Shows the chosen place; pressing it opens the picker. */
export function PlaceButton({ look = 'pill', className, ...picker }: PlaceButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { place } = picker
  const words = place ? labelName(place.id) || t('ads.nearMe') : t('ads.everywhere')
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={look === 'pill' ? t('ads.lookingIn', { place: words }) : undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
        className={cx('inline-flex h-11 min-w-0 cursor-pointer items-center gap-2', LOOKS[look], className)}
      >
        <MapPin aria-hidden="true" strokeWidth={1.75} className="size-[18px] shrink-0" />
        <span className="truncate">{look === 'pill' ? words : t('ads.townOrArea')}</span>
        {look === 'pill' ? (
          <ChevronDown aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
        ) : null}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PlacePicker {...picker} button={button} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
