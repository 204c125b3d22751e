import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../../../contract/paths.ts'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { formatCount } from '../../../ui/format.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { readHelpFigures } from './api.ts'

const SHOWN = 20

/** Votes on help articles, least helpful first. Renders nothing without any. */
export function HelpFigures() {
  const figures = useQuery({ queryKey: ['admin', 'help-figures'], queryFn: readHelpFigures, staleTime: 60_000 })
  if (!figures.isLoadingError && !figures.data?.length) return null
  return (
    <section aria-labelledby="help-figures" className="mt-10">
      <h2 id="help-figures" className="type-h2">
        {t('admin.inbox.helpGaps')}
      </h2>
      {figures.isLoadingError ? <LoadFailed as="h3" onRetry={() => void figures.refetch()} /> : null}
      {figures.data && figures.data.length > 0 ? (
        <div className="panel mt-3 overflow-x-auto px-5 py-3">
          <table className="tnum w-full text-left">
            <thead className="type-small text-ink-3">
              <tr>
                <th scope="col" className="py-1.5 pe-4 font-medium">
                  {t('admin.inbox.article')}
                </th>
                <th scope="col" className="py-1.5 pe-4 text-right font-medium">
                  {t('admin.inbox.notHelpful')}
                </th>
                <th scope="col" className="py-1.5 text-right font-medium">
                  {t('admin.inbox.helpful')}
                </th>
              </tr>
            </thead>
            <tbody>
              {figures.data.slice(0, SHOWN).map(({ article_id: id, question, yes, no }) => (
                <tr key={id} className="border-t border-line">
                  <th scope="row" className="py-1.5 pe-4 font-normal">
                    <Link to={paths.helpArticle(id)} className="hover:underline">
                      {question}
                    </Link>
                  </th>
                  <td className="py-1.5 pe-4 text-right">{formatCount(no)}</td>
                  <td className="py-1.5 text-right">{formatCount(yes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </section>
  )
}
