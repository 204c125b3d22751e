import { t } from '../i18n/t.ts'
import { Button } from '../ui/Button.tsx'

/** Last-resort error page. Uses no router and no queries, since either may be what failed. */
export function AppBroke({ reference }: { reference: string }) {
  return (
    <main className="container-reading grid min-h-[80dvh] content-center" role="alert">
      <h1 className="type-h1">{t('app.didNotLoad')}</h1>
      <p className="mt-2 text-ink-2">{t('app.itIsUsWithReference', { reference })}</p>
      <div className="mt-5 flex gap-2">
        <Button onClick={() => location.reload()}>{t('app.tryAgain')}</Button>
        <Button variant="secondary" onClick={() => location.assign('/')}>
          {t('app.goHome')}
        </Button>
      </div>
    </main>
  )
}
