import { ChevronRight } from 'lucide-react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import type { HelpTopic } from './articles.ts'
import { TOPIC_TITLES } from './topic-titles.ts'

export function HelpTrail({ topic }: { topic?: HelpTopic }) {
  return (
    <nav aria-label={t('help.breadcrumb')} className="type-small text-ink-2 print:hidden">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <Link to={paths.help} className="inline-flex min-h-11 items-center hover:text-ink">
            {t('shell.help')}
          </Link>
        </li>
        {topic ? (
          <li className="flex items-center gap-2">
            <ChevronRight aria-hidden="true" className="size-3.5" />
            <Link to={paths.helpArticle(topic)} className="inline-flex min-h-11 items-center hover:text-ink">
              {t(TOPIC_TITLES[topic])}
            </Link>
          </li>
        ) : null}
      </ol>
    </nav>
  )
}
