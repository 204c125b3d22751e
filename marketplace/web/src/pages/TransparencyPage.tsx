import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../contract/paths.ts'
import { MonthFigures } from '../features/transparency/MonthFigures.tsx'
import { type TransparencyMonth, transparencyQuery } from '../features/transparency/queries.ts'
import { Trans } from '../i18n/Trans.tsx'
import { t } from '../i18n/t.ts'
import { Link } from '../lib/router.tsx'
import { formatDate } from '../ui/format.ts'
import { formatMonth } from '../ui/format-dates.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { ReadingPage, type ReadingSection } from '../ui/ReadingPage.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Public figures on reports, decisions and how long they took. */
export function TransparencyPage() {
  const months = useQuery(transparencyQuery)
  return (
    <ReadingPage
      folds
      title={t('shell.transparency')}
      intro={t('transparency.intro')}
      sections={[...(months.data?.map(sectionOf) ?? []), ...(months.data ? [HOW_WE_COUNT] : [])]}
      after={
        months.isError ? (
          <LoadFailed as="h2" onRetry={() => void months.refetch()} />
        ) : months.data ? null : (
          <Skeleton className="h-96 rounded-panel" />
        )
      }
    />
  )
}

function sectionOf({ month, figures, counted_at: countedAt }: TransparencyMonth): ReadingSection {
  const isOver = !countedAt.startsWith(month.slice(0, 7))
  return {
    id: month.slice(0, 7),
    title: formatMonth(month),
    body: (
      <>
        {isOver ? null : <p>{t('transparency.asOf', { date: formatDate(countedAt) })}</p>}
        <MonthFigures figures={figures} />
      </>
    ),
  }
}

const HOW_WE_COUNT: ReadingSection = {
  id: 'how',
  title: t('transparency.howWeCount'),
  body: (
    <>
      <p>{t('transparency.method')}</p>
      <p>
        <Trans
          id="transparency.helpLinks"
          components={{
            0: <Link to={paths.helpArticle('report')} />,
            1: <Link to={paths.helpArticle('complain')} />,
          }}
        />
      </p>
    </>
  ),
}
