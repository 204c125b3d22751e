import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useRef, useState } from 'react'
import { paths } from '../../../../../contract/paths.ts'
import type { TypedPlace } from '../../../../../contract/places/places.ts'
import { learnRefusals } from '../../../i18n/refusals.ts'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { keys } from '../../../lib/data/query-keys.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import type { Category } from '../types.ts'
import { importWithPhotos } from './api.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { rowsOfCopy } from './copy-rows.ts'
import { Imported } from './Imported.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { isZip, readCopy } from './read-copy.ts'
import { readTableFile } from './read-table.ts'
import { type ImportRow, readRows } from './rows.ts'

interface ImportAdsProps {
  categories: readonly Category[]
  homePlace: TypedPlace | null
  sellerId: string
}

interface Preview {
  fileName: string
  rows: ImportRow[]
  /** Column headings that match no field. */
  unknown: string[]
}

/** Imports ads from a spreadsheet or a data export: preview with problems, then drafts. */
export function ImportAds({ categories, homePlace, sellerId }: ImportAdsProps) {
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isPublishing, setIsPublishing] = useState(false)
  const [sent, setSent] = useState<{ photo: number; all: number } | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const queryClient = useQueryClient()
  const importing = useMutation({
    mutationFn: (rows: readonly ImportRow[]) =>
      importWithPhotos(rows, {
        publish: isPublishing,
        sellerId,
        onPhoto: (photo, all) => setSent({ photo, all }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.dashboard() }),
    onSettled: () => requestAnimationFrame(() => heading.current?.focus()),
  })
  const fromCopy = async (file: File) => {
    const copy = await readCopy(file)
    return copy.ok ? { rows: rowsOfCopy(copy.ads, categories), unknown: [] } : copy
  }
  const fromTable = async (file: File) => {
    const table = await readTableFile(file)
    if (!table.ok) return table
    const rows = readRows(table.rows, { categories, homePlace })
    const known = new Set(rows.flatMap((row) => Object.keys(row.form.attributes)))
    return { rows, unknown: known.size > 0 ? [] : table.detailColumns }
  }
  const read = async (file: File) => {
    setProblem(null)
    await learnRefusals()
    const found = (await isZip(file)) ? await fromCopy(file) : await fromTable(file)
    if ('problem' in found) return setProblem(found.problem)
    setPreview({ fileName: file.name, ...found })
    requestAnimationFrame(() => heading.current?.focus())
  }
  const startAgain = () => {
    setPreview(null)
    setSent(null)
    importing.reset()
  }

  const good = preview?.rows.filter((row) => row.problems.length === 0) ?? []
  const withoutPhoto = good.filter((row) => row.needsNoPhoto).length
  return (
    <main className="container-page py-6 md:py-10">
      <h1 ref={heading} tabIndex={-1} className="type-h1 outline-none">
        {importing.data ? t('import.listIsIn') : preview ? t('import.lookItThrough') : t('import.importManyAds')}
      </h1>
      {importing.data ? (
        <Imported rows={good} answers={importing.data} onAgain={startAgain} />
      ) : !preview ? (
        <ChooseFile onFile={(file) => void read(file)} problem={problem} />
      ) : (
        <>
          <p role="status" className="mt-2 text-ink-2">
            <FileSpreadsheet aria-hidden="true" strokeWidth={1.75} className="me-1.5 inline size-5" />
            {countText(preview.fileName, good.length, preview.rows.length)}
          </p>
          {preview.unknown.length > 0 ? (
            <p className="mt-1 text-ink-2">{t('import.columnsNotUsed', { unknown: preview.unknown.join(', ') })}</p>
          ) : null}
          <PreviewTable rows={preview.rows} />
          {withoutPhoto > 0 ? (
            <Checkbox
              checked={isPublishing}
              onChange={(event) => setIsPublishing(event.target.checked)}
              label={t('import.publishAtOnce', { withoutPhoto })}
              className="mt-3"
            />
          ) : null}
          {importing.isPending && sent ? (
            <p role="status" className="mt-3 text-ink-2">
              {t('import.photoOfAll', { ...sent })}
            </p>
          ) : null}
          {importing.error ? (
            <p role="alert" className="mt-3 rounded-control bg-danger-soft p-3 text-danger-ink">
              {t('import.nothingLost', {
                sentence: sentenceOf(importing.error),
              })}
            </p>
          ) : null}
          <div className="mt-5 flex flex-wrap gap-2">
            <Button
              size="lg"
              disabled={good.length === 0}
              loading={importing.isPending}
              loadingLabel={t('import.importing')}
              onClick={() => importing.mutate(good)}
            >
              {good.length === 0 ? t('import.noRowReady') : t('import.importRows', { count: good.length })}
            </Button>
            <Button size="lg" variant="secondary" onClick={startAgain}>
              {t('import.chooseAnotherFile')}
            </Button>
            <LinkButton size="lg" variant="ghost" to={`${paths.dashboard}?tab=listings`}>
              {t('common.cancel')}
            </LinkButton>
          </div>
        </>
      )}
    </main>
  )
}

function countText(file: string, good: number, all: number): string {
  if (good === all) return t('import.allRowsFine', { file, all })
  if (good === 0) return t('import.noRowImportable', { file })
  return t('import.someRowsFine', { file, good, all })
}
