import { X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { BulkDeleteDialog, BulkPriceDialog, BulkResultDialog } from './BulkDialogs.tsx'
import type { BulkAction, BulkResult, BulkVerb } from './manage.ts'
import { useBulkMutation } from './queries.ts'
import type { MyListing } from './types.ts'

interface BulkBarProps {
  chosen: readonly MyListing[]
  onClear: () => void
}

type Open =
  | { kind: 'price' | 'delete' }
  | { kind: 'result'; verb: BulkVerb; results: readonly BulkResult[]; ads: readonly MyListing[] }

/** Actions on the selected ads, fixed to the bottom of the list. */
export function BulkBar({ chosen, onClear }: BulkBarProps) {
  const action = useBulkMutation()
  const [open, setOpen] = useState<Open | null>(null)
  const run = (wanted: BulkAction) => {
    const ads = chosen
    action.mutate(
      { ids: ads.map(({ id }) => id), action: wanted },
      {
        onSuccess: (results) => {
          const refused = results.some(({ done }) => !done)
          setOpen(refused ? { kind: 'result', verb: wanted.verb, results, ads } : null)
          onClear()
        },
        onError: () => setOpen(null),
      },
    )
  }
  const simple = (verb: BulkVerb, label: string) => (
    <Button size="s" variant="secondary" disabled={action.isPending} onClick={() => run({ verb })}>
      {label}
    </Button>
  )
  return (
    <>
      {chosen.length > 0 ? (
        <section
          aria-label={t('dashboard.chosenAds')}
          className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3 max-md:bottom-16 md:px-5"
        >
          <p role="status" className="tnum font-semibold md:me-auto">
            {t('dashboard.chosen', { count: chosen.length })}
          </p>
          <IconButton
            icon={X}
            label={t('dashboard.chooseNone')}
            size={36}
            className="md:order-last"
            onClick={onClear}
          />
          <div className="flex gap-2 max-md:w-full">
            {simple('extend', t('common.extend'))}
            {simple('pause', t('common.pause'))}
            <Menu
              label={t('dashboard.moreForAds', { count: chosen.length })}
              trigger={
                <Button size="s" variant="secondary" disabled={action.isPending}>
                  {t('common.more')}
                </Button>
              }
            >
              <MenuItem onSelect={() => run({ verb: 'resume' })}>{t('common.resume')}</MenuItem>
              <MenuItem onSelect={() => setOpen({ kind: 'price' })}>{t('dashboard.changePrices')}</MenuItem>
              <MenuItem tone="danger" onSelect={() => setOpen({ kind: 'delete' })}>
                {t('common.delete')}
              </MenuItem>
            </Menu>
          </div>
        </section>
      ) : null}
      {open?.kind === 'price' ? (
        <BulkPriceDialog ads={chosen} isPending={action.isPending} onRun={run} onClose={() => setOpen(null)} />
      ) : null}
      {open?.kind === 'delete' ? (
        <BulkDeleteDialog ads={chosen} isPending={action.isPending} onRun={run} onClose={() => setOpen(null)} />
      ) : null}
      {open?.kind === 'result' ? <BulkResultDialog {...open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
