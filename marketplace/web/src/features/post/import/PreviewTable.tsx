import { CircleAlert, CircleCheck } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { CONDITION_LABEL } from '../../../ui/conditions.ts'
import type { ImportRow, Note } from './rows.ts'

/** Columns with separate cells; other problems are listed below the title. */
const SHOWN = ['title', 'category', 'price', 'condition', 'place'] as const
type Shown = (typeof SHOWN)[number]
const HEADING: Record<Shown, string> = {
  title: t('common.title'),
  category: t('common.category'),
  price: t('common.price'),
  condition: t('common.condition'),
  place: t('common.place'),
}

/** Preview of the rows with problems per cell. On phones, cards. */
export function PreviewTable({ rows }: { rows: readonly ImportRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={t('import.rowsOfFile')} tabIndex={0} className="panel mt-4 max-h-[60dvh] overflow-auto">
      <table className="w-full border-collapse text-start max-md:block">
        <thead className="max-md:sr-only">
          <tr className="text-start">
            <th scope="col" className="sticky top-0 bg-surface px-3 py-2.5 text-start type-small text-ink-2">
              {t('import.line')}
            </th>
            {SHOWN.map((column) => (
              <th
                key={column}
                scope="col"
                className="sticky top-0 bg-surface px-3 py-2.5 text-start type-small text-ink-2"
              >
                {HEADING[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <Row key={row.line} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ row }: { row: ImportRow }) {
  const isGood = row.problems.length === 0
  const elsewhere = row.problems.filter(({ column }) => !SHOWN.includes(column as Shown))
  return (
    <tr className="border-line border-t align-top max-md:grid max-md:gap-1 max-md:px-3 max-md:py-3">
      <th scope="row" className="px-3 py-3 text-start font-normal max-md:p-0">
        <span className="tnum inline-flex items-center gap-1.5">
          {isGood ? (
            <CircleCheck aria-hidden="true" strokeWidth={1.75} className="size-5 text-success" />
          ) : (
            <CircleAlert aria-hidden="true" strokeWidth={1.75} className="size-5 text-danger" />
          )}
          <span aria-hidden="true" className="max-md:hidden">
            {row.line}
          </span>
          <span aria-hidden="true" className="md:hidden">
            {t('import.lineNumber', { line: row.line })}
          </span>
          <span className="sr-only">
            {isGood ? t('import.lineFine', { line: row.line }) : t('import.lineBroken', { line: row.line })}
          </span>
        </span>
      </th>
      {SHOWN.map((column) => {
        const notes = row.problems.filter((note) => note.column === column)
        const hints = row.hints.filter((note) => note.column === column)
        return (
          <td key={column} className="px-3 py-3 max-md:p-0">
            <span className={notes.length > 0 ? 'rounded-badge bg-danger-soft px-1.5 text-danger-ink' : undefined}>
              <span className="type-small text-ink-3 md:hidden">{HEADING[column]}: </span>
              {cellText(row, column) || '—'}
            </span>
            <Notes notes={notes} tone="text-danger-ink" />
            <Notes notes={hints} tone="text-ink-3" />
            {column === 'title' ? (
              <>
                <Notes notes={elsewhere} tone="text-danger-ink" isNamed />
                <Notes notes={row.hints.filter((note) => note.column === 'photos')} tone="text-ink-3" />
              </>
            ) : null}
          </td>
        )
      })}
    </tr>
  )
}

function Notes({ notes, tone, isNamed }: { notes: readonly Note[]; tone: string; isNamed?: boolean }) {
  return notes.map((note) => (
    <span key={`${note.column} ${note.message}`} className={`type-small mt-0.5 block ${tone}`}>
      {isNamed ? `${note.column.charAt(0).toUpperCase()}${note.column.slice(1)}: ` : ''}
      {note.message}
    </span>
  ))
}

/** The parsed value, or the original text if invalid. */
function cellText({ form, category, cells }: ImportRow, column: Shown): string {
  if (column === 'category') return category
  if (column === 'price') return form.type === 'free' ? t('app.free') : form.price
  if (column === 'condition') return form.condition ? CONDITION_LABEL[form.condition] : (cells.condition ?? '')
  return form[column]
}
