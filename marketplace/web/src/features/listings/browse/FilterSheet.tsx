import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { DialogClose, Sheet } from '../../../ui/Dialog.tsx'
import { type Total, thingsFound } from '../found-count.ts'

interface FilterSheetProps {
  /** How many filters are on. */
  active: number
  /** How many ads the filters leave; undefined while that is being counted. */
  found: Total | undefined
  onClear: () => void
  children: ReactNode
}

/** The filters of narrow screens: a sheet whose button says how many things there are to see. */
export function FilterSheet({ active, found, onClear, children }: FilterSheetProps) {
  const [open, setOpen] = useState(false)
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      title={t('Filters')}
      trigger={
        <button
          type="button"
          className="inline-flex h-11 shrink-0 items-center gap-2 rounded-full bg-ink px-4 text-[14px] font-semibold text-paper md:h-9"
        >
          <SlidersHorizontal aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
          {t('Filters')}
          {active > 0 ? (
            <span className="tnum">
              {active}
              <span className="sr-only"> {t('on')}</span>
            </span>
          ) : null}
        </button>
      }
      footer={
        <>
          <Button variant="ghost" size="lg" disabled={active === 0} onClick={onClear}>
            {t('Clear')}
          </Button>
          <DialogClose asChild>
            <Button size="lg" className="flex-1">
              {found === undefined ? t('Show results') : t('Show {thingsFound}', { thingsFound: thingsFound(found) })}
            </Button>
          </DialogClose>
        </>
      }
    >
      {children}
    </Sheet>
  )
}
