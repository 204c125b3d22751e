import { CircleAlert, Download, FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { MOST_ROWS, templateCsv } from './read-table.ts'

/** File picker with template and instructions. */
export function ChooseFile({ onFile, problem }: { onFile: (file: File) => void; problem: string | null }) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    <div className="mt-2 grid max-w-2xl gap-5">
      <p className="text-ink-2">{t('import.intro')}</p>
      <label
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={cx(
          'relative grid cursor-pointer place-items-center gap-1 rounded-panel border-[1.5px] border-dashed px-4 py-12 text-center transition-colors has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          isOver ? 'border-brand bg-brand-soft' : 'border-line-strong hover:border-brand',
        )}
      >
        <input
          type="file"
          accept=".csv,.tsv,.txt,.zip,text/csv,text/tab-separated-values,application/zip"
          aria-describedby={problem ? 'import-problem' : undefined}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            // Allow choosing a corrected file again.
            event.target.value = ''
            if (file) onFile(file)
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
        <FileUp aria-hidden="true" strokeWidth={1.75} className="mb-2 size-8" />
        <span className="font-semibold">{t('import.choose')}</span>
        <span className="type-small text-ink-2">{t('import.rowLimit', { most: MOST_ROWS })}</span>
      </label>
      {problem ? (
        <p id="import-problem" role="alert" className="flex gap-2 rounded-control bg-danger-soft p-3 text-danger-ink">
          <CircleAlert aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
          {problem}
        </p>
      ) : null}
      <div>
        <Button variant="secondary" onClick={downloadTemplate}>
          <Download aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {t('import.downloadTheTemplate')}
        </Button>
      </div>
      <ul className="grid list-disc gap-1.5 ps-5 text-ink-2">
        <li>{t('import.columnsHint')}</li>
        <li>{t('import.fieldColumnsHint')}</li>
        <li>{t('import.referenceHint')}</li>
        <li>{t('import.copyHint')}</li>
        <li>{t('import.photosNotFetchedHint')}</li>
      </ul>
    </div>
  )
}

function downloadTemplate(): void {
  // With a BOM for spreadsheets.
  const address = URL.createObjectURL(new Blob(['\ufeff', templateCsv()], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'ads.csv'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
