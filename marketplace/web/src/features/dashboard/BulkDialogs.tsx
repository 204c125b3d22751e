import { type FormEvent, useId, useState } from 'react'
import { refusalText } from '../../i18n/refusals.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { InputField, SelectField } from '../../ui/fields.tsx'
import { formatMoney } from '../../ui/format.ts'
import { type BulkAction, type BulkResult, type BulkVerb, bulkSummary } from './manage.ts'
import { nameOf } from './queries.ts'
import type { MyListing } from './types.ts'

interface BulkDialogProps {
  ads: readonly MyListing[]
  isPending: boolean
  onRun: (action: BulkAction) => void
  onClose: () => void
}

/** The limits of public.bulk_change_listings(), as percentages without a sign. */
const MOST_PERCENT = { down: 90, up: 200 } as const

export function BulkPriceDialog({ ads, isPending, onRun, onClose }: BulkDialogProps) {
  const [way, setWay] = useState<'down' | 'up'>('down')
  const [text, setText] = useState('10')
  const [error, setError] = useState<string | null>(null)
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const percent = Number(text)
    if (!Number.isInteger(percent) || percent < 1 || percent > MOST_PERCENT[way]) {
      setError(t('dashboard.percentInvalid', { value: MOST_PERCENT[way] }))
      return
    }
    onRun({ verb: 'price', percent: way === 'down' ? -percent : percent })
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('dashboard.changePrices')}
      description={t('dashboard.priceChangeHint', {
        count: ads.length,
        amount: formatMoney(1000),
      })}
      cancel={t('common.cancel')}
      footer={
        <Button type="submit" form={form} loading={isPending} loadingLabel={t('common.changing')}>
          {t('dashboard.changePrices')}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('dashboard.direction')}
          value={way}
          onChange={(event) => setWay(event.target.value === 'up' ? 'up' : 'down')}
        >
          <option value="down">{t('common.cheaper')}</option>
          <option value="up">{t('dashboard.dearer')}</option>
        </SelectField>
        <InputField
          label={t('dashboard.percent')}
          error={error}
          inputMode="numeric"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setError(null)
          }}
        />
      </form>
    </Dialog>
  )
}

export function BulkDeleteDialog({ ads, isPending, onRun, onClose }: BulkDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={t('dashboard.deleteAdsQuestion', { count: ads.length })}
      description={t('dashboard.deleteAdsHint')}
      cancel={t('common.keepThem')}
      footer={
        <Button
          variant="danger"
          loading={isPending}
          loadingLabel={t('common.deleting')}
          onClick={() => onRun({ verb: 'delete' })}
        >
          {t('common.delete')}
        </Button>
      }
    >
      <ul className="grid gap-1">
        {ads.map((ad) => (
          <li key={ad.id} className="truncate">
            {nameOf(ad)}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface BulkResultDialogProps {
  verb: BulkVerb
  results: readonly BulkResult[]
  ads: readonly MyListing[]
  onClose: () => void
}

/** Ads that were not changed, with reasons. */
export function BulkResultDialog({ verb, results, ads, onClose }: BulkResultDialogProps) {
  const titles = new Map(ads.map((ad) => [ad.id, nameOf(ad)]))
  return (
    <Dialog
      onClose={onClose}
      title={bulkSummary(results, verb)}
      description={t('dashboard.theseStay')}
      footer={<Button onClick={onClose}>{t('app.close')}</Button>}
    >
      <ul>
        {results
          .filter(({ done }) => !done)
          .map(({ id, refusal }) => (
            <li key={id} className="border-t border-line py-2.5">
              <p className="font-semibold">{titles.get(id)}</p>
              <p className="type-small text-ink-2">{refusal ? refusalText(refusal) : null}</p>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}
