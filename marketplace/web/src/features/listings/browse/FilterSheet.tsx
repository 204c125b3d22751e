import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { DialogClose, Sheet } from '../../../ui/Dialog.tsx'
import { type Total, thingsFound } from '../found-count.ts'

interface FilterSheetProps {
  /** Number of active filters. */
  active: number
  /** How many ads match; undefined while loading. */
  found: Total | undefined
  onClear: () => void
  children: ReactNode
}

/** The filters on narrow screens: a sheet whose button shows the number of results. */
export function FilterSheet({ active, found, onClear, children }: FilterSheetProps) {
  const [open, setOpen] = useState(false)
  // The sheet itself first: on a slow phone all the filters take a third of a second.
  const wasOpen = useDeferredValue(open)
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      title={t('browse.filters')}
      trigger={
        <button
          type="button"
          aria-label={active > 0 ? t('browse.filtersActive', { active }) : undefined}
          className="inline-flex h-11 shrink-0 items-center gap-2 rounded-full border border-ink bg-ink px-4 text-[14px] font-semibold text-paper md:h-9 md:border-line-2 md:bg-surface md:text-ink md:hover:border-ink-3"
        >
          <SlidersHorizontal aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
          {/* The space separates the words of the accessible name, which includes the visible text. */}
          {t('browse.filters')} {active > 0 ? <span className="tnum">{active}</span> : null}
        </button>
      }
      footer={
        <>
          <Button variant="ghost" size="lg" disabled={active === 0} onClick={onClear}>
            {t('common.clear')}
          </Button>
          <DialogClose asChild>
            <Button size="lg" className="flex-1">
              {found === undefined
                ? t('browse.showResults')
                : t('browse.showFound', { thingsFound: thingsFound(found) })}
            </Button>
          </DialogClose>
        </>
      }
    >
      {wasOpen || !open ? children : null}
    </Sheet>
  )
}
