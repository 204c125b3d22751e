import { useMutation } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { supabase } from '../app/supabase.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { usePageTitle } from '../ui/page-title.ts'

/** Where the link at the end of a mail leads: one button, no signing in. */
export function UnsubscribePage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  usePageTitle('Stop mails')
  const stop = useMutation({ mutationFn: () => stopMails(token) })
  return (
    <main className="container-page py-12 md:py-20">
      <div aria-live="polite">
        {stop.isSuccess ? (
          <EmptyState
            as="h1"
            icon={<MailX aria-hidden="true" strokeWidth={1.75} />}
            title="No more of these mails"
            line={
              stop.data.length > 0
                ? `${stop.data.join(', ')}: you get no mails about this any more. You still see everything in the app.`
                : 'There was nothing left to stop.'
            }
            action={
              <LinkButton to={paths.notifications} variant="secondary">
                Choose what we tell you
              </LinkButton>
            }
          />
        ) : (
          <EmptyState
            as="h1"
            tone={stop.isError ? 'danger' : 'neutral'}
            icon={<MailX aria-hidden="true" strokeWidth={1.75} />}
            title={stop.isError ? 'That did not work' : 'Stop mails like this?'}
            line={
              stop.isError
                ? 'The link may be cut off. Copy it again from the mail, or sign in and choose what we tell you.'
                : 'You keep your account, and everything stays in the app.'
            }
            action={
              <>
                <Button loading={stop.isPending} loadingLabel="Stopping" onClick={() => stop.mutate()}>
                  {stop.isError ? 'Try again' : 'Stop these mails'}
                </Button>
                <LinkButton to={paths.home} variant="ghost">
                  Keep them
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
