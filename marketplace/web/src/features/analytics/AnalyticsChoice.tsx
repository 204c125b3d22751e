import { useSyncExternalStore } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { browserDeclines, type Choice, choose, currentChoice, onChoice } from './choice.ts'
import { isCounting } from './counting-script.ts'

/** Shows the consent given for analytics, and lets the user change it. */
export function AnalyticsChoice() {
  const choice = useSyncExternalStore(onChoice, currentChoice, () => null)
  if (useSyncExternalStore(onChoice, browserDeclines, () => false)) {
    return <p>{t('analytics.globalPrivacyControl')}</p>
  }
  const answer = (next: Choice) => {
    choose(next)
    if (next === 'no' && isCounting()) location.reload()
  }
  return (
    <>
      <p role="status" className="font-semibold text-ink">
        {choice === 'yes'
          ? t('analytics.accepted')
          : choice === 'no'
            ? t('analytics.declined')
            : t('analytics.notAnswered')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" disabled={choice === 'no'} onClick={() => answer('no')}>
          {t('common.decline')}
        </Button>
        <Button variant="secondary" disabled={choice === 'yes'} onClick={() => answer('yes')}>
          {t('common.accept')}
        </Button>
      </div>
    </>
  )
}
