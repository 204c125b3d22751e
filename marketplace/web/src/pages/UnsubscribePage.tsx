import { useMutation } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { paths } from '../../../contract/paths.ts'
import { GROUP } from '../features/notifications/group-words.ts'
import { t } from '../i18n/t.ts'
import { supabase } from '../lib/data/supabase.ts'
import { useSearchParams } from '../lib/router.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { usePageTitle } from '../ui/page-title.ts'

/** Target of the unsubscribe link in emails: one button, no sign-in. */
export function UnsubscribePage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  usePageTitle(t('notices.unsubscribe'))
  const stop = useMutation({ mutationFn: () => stopMails(token) })
  return (
    <main className="container-page py-12 md:py-20">
      <div aria-live="polite">
        {stop.isSuccess ? (
          <EmptyState
            as="h1"
            icon={<MailX aria-hidden="true" strokeWidth={1.75} />}
            title={t('notices.unsubscribe.done')}
            line={
              stop.data.length > 0
                ? t('notices.unsubscribe.doneHint', {
                    data: stop.data.map(aboutText).join(', '),
                  })
                : t('notices.unsubscribe.nothingLeft')
            }
            action={
              <LinkButton to={paths.notificationSettings} variant="secondary">
                {t('notices.preferences')}
              </LinkButton>
            }
          />
        ) : (
          <EmptyState
            as="h1"
            tone={stop.isError ? 'danger' : 'neutral'}
            icon={<MailX aria-hidden="true" strokeWidth={1.75} />}
            title={stop.isError ? t('common.didNotGoThrough') : t('notices.unsubscribe.question')}
            line={stop.isError ? t('notices.unsubscribe.linkBroken') : t('notices.unsubscribe.hint')}
            action={
              <>
                <Button loading={stop.isPending} loadingLabel={t('notices.stopping')} onClick={() => stop.mutate()}>
                  {stop.isError ? t('app.tryAgain') : t('notices.unsubscribe')}
                </Button>
                <LinkButton to={paths.home} variant="ghost">
                  {t('common.keepThem')}
                </LinkButton>
              </>
            }
          />
        )}
      </div>
    </main>
  )
}

/** A group of notifications, or one saved search by its name. */
function aboutText(about: string): string {
  if (about.startsWith('search:')) return t('notices.unsubscribe.savedSearch', { name: about.slice('search:'.length) })
  return GROUP[about]?.title ?? about
}

async function stopMails(token: string): Promise<string[]> {
  const { data, error } = await supabase.functions.invoke<{ about: string[] }>(
    `unsubscribe?token=${encodeURIComponent(token)}`,
    { method: 'POST', body: {} },
  )
  if (error) throw error
  return data?.about ?? []
}
