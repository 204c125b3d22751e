import { useMutation } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { supabase } from '../app/supabase.ts'
import { labelIn } from '../i18n/label-in.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { usePageTitle } from '../ui/page-title.ts'

/** Where the link at the end of a mail leads: one button, no signing in. */
export function UnsubscribePage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  usePageTitle(t('Stop mails'))
  const stop = useMutation({ mutationFn: () => stopMails(token) })
  return (
    <main className="container-page py-12 md:py-20">
      <div aria-live="polite">
        {stop.isSuccess ? (
          <EmptyState
            as="h1"
            icon={<MailX aria-hidden="true" strokeWidth={1.75} />}
            title={t('No more of these mails')}
            line={
              stop.data.length > 0
                ? t('{data}: you get no mails about this any more. You still see everything in the app.', {
                    data: stop.data.map(labelIn).join(', '),
                  })
                : t('There was nothing left to stop.')
            }
            action={
              <LinkButton to={paths.notifications} variant="secondary">
                {t('Choose what we tell you')}
              </LinkButton>
            }
          />
        ) : (
          <EmptyState
            as="h1"
            tone={stop.isError ? 'danger' : 'neutral'}
            icon={<MailX aria-hidden="true" strokeWidth={1.75} />}
            title={stop.isError ? t('That did not work') : t('Stop mails like this?')}
            line={
              stop.isError
                ? t('The link may be cut off. Copy it again from the mail, or sign in and choose what we tell you.')
                : t('You keep your account, and everything stays in the app.')
            }
            action={
              <>
                <Button loading={stop.isPending} loadingLabel={t('Stopping')} onClick={() => stop.mutate()}>
                  {stop.isError ? t('Try again') : t('Stop these mails')}
                </Button>
                <LinkButton to={paths.home} variant="ghost">
                  {t('Keep them')}
                </LinkButton>
              </>
            }
          />
        )}
      </div>
    </main>
  )
}

async function stopMails(token: string): Promise<string[]> {
  const { data, error } = await supabase.functions.invoke<{ about: string[] }>(
    `unsubscribe?token=${encodeURIComponent(token)}`,
    { method: 'POST', body: {} },
  )
  if (error) throw error
  return data?.about ?? []
}
