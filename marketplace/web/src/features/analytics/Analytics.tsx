import { useEffect, useSyncExternalStore } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/Button.tsx'
import { choose, currentChoice, onChoice } from './choice.ts'
import { startCounting } from './counting-script.ts'

/** Asks once for consent to count visits; the script is loaded only after a yes. Mounted only where one is configured. */
export function Analytics() {
  const choice = useSyncExternalStore(onChoice, currentChoice, () => null)
  const { analytics, brandName: brand } = config
  useEffect(() => {
    if (choice === 'yes' && analytics) startCounting(analytics)
  }, [choice])
  if (!analytics || choice !== null) return null
  return (
    <section
      aria-labelledby="analytics-question"
      className="panel fixed inset-x-4 bottom-[calc(156px+env(safe-area-inset-bottom))] z-30 grid gap-3 p-4 shadow-3 md:end-auto md:start-6 md:bottom-6 md:w-[420px]"
    >
      <h2 id="analytics-question" className="type-h3">
        {t('analytics.question')}
      </h2>
      <p className="type-small text-ink-2">
        {t('analytics.explanation', { name: analytics.name, brand })}{' '}
        <Link to={paths.cookies} className="font-semibold text-brand underline underline-offset-2">
          {t('analytics.whatThatMeans')}
        </Link>
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={() => choose('no')}>
          {t('common.decline')}
        </Button>
        <Button variant="secondary" onClick={() => choose('yes')}>
          {t('common.accept')}
        </Button>
      </div>
    </section>
  )
}
