import { LayoutGrid, List, type LucideIcon, Map as MapIcon } from 'lucide-react'
import { useId } from 'react'
import { VIEWS, type View } from '../../../../../contract/ads/listing-values.ts'
import { inSmallLetters } from '../../../i18n/in-sentence.ts'
import { t } from '../../../i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { VIEW_LABEL } from '../filter-labels.ts'

const ICONS: Record<View, LucideIcon> = { grid: LayoutGrid, list: List, map: MapIcon }

interface ViewToggleProps {
  view: View
  onChange: (view: View) => void
  className?: string
}

/** Switches between grid, list and map of the same ads. */
export function ViewToggle({ view, onChange, className }: ViewToggleProps) {
  const name = useId()
  return (
    <fieldset className={cx('flex rounded-control bg-sunken p-0.5', className)}>
      <legend className="sr-only">{t('browse.showAs')}</legend>
      {VIEWS.map((one) => {
        const Icon = ICONS[one]
        return (
          <label
            key={one}
            className="inline-flex h-11 cursor-pointer items-center gap-2 rounded-[11px] border border-transparent px-3 text-[14px] font-semibold text-ink-2 has-checked:border-line has-checked:bg-surface has-checked:text-ink has-checked:shadow-1 has-focus-visible:outline-[2.5px] has-focus-visible:outline-focus md:h-9"
          >
            <input type="radio" name={name} className="sr-only" checked={view === one} onChange={() => onChange(one)} />
            <Icon aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
            {VIEW_LABEL[one]}
          </label>
        )
      })}
    </fieldset>
  )
}

/** The same on phones, where the map has its own button: grid or list. */
export function ListToggle({ view, onChange, className }: ViewToggleProps) {
  const next = view === 'list' ? 'grid' : 'list'
  const Icon = ICONS[next]
  return (
    <IconButton
      icon={Icon}
      label={t('browse.showAsValue', { value: inSmallLetters(VIEW_LABEL[next]) })}
      onClick={() => onChange(next)}
      className={className}
    />
  )
}
