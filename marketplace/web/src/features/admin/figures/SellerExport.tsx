import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { saveDocument } from '../../../lib/data/save-document.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'

/** The annual report of sellers for the tax office, for administrators. */
export function SellerExport() {
  const thisYear = new Date().getUTCFullYear()
  const [year, setYear] = useState(thisYear)
  const saving = useMutation({ mutationFn: (as: string) => saveDocument(`sellers/${year}?as=${as}`) })
  return (
    <section aria-labelledby="seller-export" className="panel mt-5 flex flex-wrap items-center gap-3 p-5">
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="seller-export" className="type-h3">
          {t('balance.export.title')}
        </h2>
        <p className="type-small text-ink-2">{t('balance.export.hint')}</p>
        {saving.isError ? (
          <p role="alert" className="type-small text-danger-ink">
            {sentenceOf(saving.error)}
          </p>
        ) : null}
      </div>
      <Select
        size="s"
        aria-label={t('balance.export.year')}
        value={year}
        onChange={(event) => setYear(Number(event.target.value))}
      >
        {[thisYear, thisYear - 1, thisYear - 2].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      {['csv', 'xml'].map((as) => (
        <Button
          key={as}
          variant="secondary"
          size="s"
          loading={saving.isPending && saving.variables === as}
          onClick={() => saving.mutate(as)}
        >
          {as.toUpperCase()}
        </Button>
      ))}
    </section>
  )
}
