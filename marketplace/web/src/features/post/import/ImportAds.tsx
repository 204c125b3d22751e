import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useRef, useState } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import type { TypedPlace } from '../../../../../contract/places.ts'
import { sentenceOf } from '../../../app/failure.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import type { Category } from '../types.ts'
import { importRows } from './api.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { Imported } from './Imported.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { readTableFile } from './read-table.ts'
import { type ImportRow, readRows } from './rows.ts'

interface ImportAdsProps {
  categories: readonly Category[]
  homePlace: TypedPlace | null
}

interface Preview {
  fileName: string
  rows: ImportRow[]
  /** Headings that no category of these rows knows. */
  unknown: string[]
}

/** Many ads from a list: choose the file, see what is wrong with which cell, and make drafts of the rest. */
export function ImportAds({ categories, homePlace }: ImportAdsProps) {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isPublishing, setIsPublishing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const queryClient = useQueryClient()
  const importing = useMutation({
    mutationFn: (rows: readonly ImportRow[]) => importRows(rows, isPublishing),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
    onSettled: () => requestAnimationFrame(() => heading.current?.focus()),
  })
  const read = async (file: File) => {
    setProblem(null)
    const table = await readTableFile(file)
    if (!table.ok) return setProblem(table.problem)
    const rows = readRows(table.rows, { categories, homePlace })
    const known = new Set(rows.flatMap((row) => Object.keys(row.form.attributes)))
    setPreview({ fileName: file.name, rows, unknown: known.size > 0 ? [] : table.detailColumns })
    requestAnimationFrame(() => heading.current?.focus())
  }
  const startAgain = () => {
    setPreview(null)
    importing.reset()
  }

  const good = preview?.rows.filter((row) => row.problems.length === 0) ?? []
  const withoutPhoto = good.filter((row) => row.needsNoPhoto).length
  return (
    <main className="container-page py-6 md:py-10">
      <h1 ref={heading} tabIndex={-1} className="type-h1 outline-none">
        {importing.data ? t('Your list is in') : preview ? t('Look it through') : t('Import many ads')}
      </h1>
      {importing.data ? (
        <Imported rows={good} answers={importing.data} onAgain={startAgain} />
      ) : !preview ? (
        <ChooseFile onFile={(file) => void read(file)} problem={problem} />
      ) : (
        <>
          <p role="status" className="mt-2 text-ink-2">
            <FileSpreadsheet aria-hidden="true" strokeWidth={1.75} className="me-1.5 inline size-5" />
            {preview.fileName}: {countText(good.length, preview.rows.length)}
          </p>
          {preview.unknown.length > 0 ? (
            <p className="mt-1 text-ink-2">{t('Not used: {unknown}.', { unknown: preview.unknown.join(', ') })}</p>
          ) : null}
          <PreviewTable rows={preview.rows} />
          {withoutPhoto > 0 ? (
            <Checkbox
              checked={isPublishing}
              onChange={(event) => setIsPublishing(event.target.checked)}
              label={t(
                'Put {withoutPhoto, plural, one {# ad} other {# ads}} that need no photo on offer at once, as far as your daily limit allows',
                { withoutPhoto },
              )}
              className="mt-3"
            />
          ) : null}
          {importing.error ? (
            <p role="alert" className="mt-3 rounded-control bg-danger-soft p-3 text-danger-ink">
              {t('{sentence} Nothing is lost: import again, and no row is made twice.', {
                sentence: sentenceOf(importing.error),
              })}
            </p>
          ) : null}
          <div className="mt-5 flex flex-wrap gap-2">
            <Button
              size="lg"
              disabled={good.length === 0}
              loading={importing.isPending}
              loadingLabel={t('Importing')}
              onClick={() => importing.mutate(good)}
            >
              {good.length === 0
                ? t('No row is ready')
                : t('Import {count, plural, one {# row} other {# rows}}', { count: good.length })}
            </Button>
            <Button size="lg" variant="secondary" onClick={startAgain}>
              {t('Choose another file')}
            </Button>
            <LinkButton size="lg" variant="ghost" to={`${paths.dashboard}?tab=listings`}>
              {t('Cancel')}
            </LinkButton>
          </div>
        </>
      )}
    </main>
  )
}

function countText(good: number, all: number): string {
  if (good === all) return all === 1 ? t('its row is fine.') : t('all {all} rows are fine.', { all })
  if (good === 0) return t('no row can be imported yet. What is wrong stands beside it.')
  return t('{good} of {all} rows are fine. The others stay out until they are mended.', { good, all })
}
