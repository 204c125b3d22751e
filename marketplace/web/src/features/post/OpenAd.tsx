import { useEffect, useEffectEvent } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import type { PostRequest } from './open-ad.ts'
import { useDrafts, useOpening } from './queries.ts'
import type { PostStart } from './start.ts'

interface OpenAdProps {
  request: PostRequest
  userId: string | null
  onOpened: (start: PostStart) => void
}

/** Loads the form's initial state, or shows why the ad cannot be edited. */
export function OpenAd({ request, userId, onOpened }: OpenAdProps) {
  const { data: opened, isError, isFetching: isOpening, refetch } = useOpening(request, userId)
  // They stand above the form: later they would push it down.
  const drafts = useDrafts(request.is === 'new' ? userId : null)
  const isFetching = isOpening || drafts.isLoading
  const start = !isFetching && opened && 'start' in opened ? opened.start : null
  const pass = useEffectEvent(onOpened)
  useEffect(() => {
    if (start) pass(start)
  }, [start])
  if (isError && !isFetching) {
    return (
      <main className="container-page py-16">
        <LoadFailed as="h1" onRetry={() => void refetch()} />
      </main>
    )
  }
  if (!opened || isFetching || start) return <PageSpinner />
  const state = 'closed' in opened ? opened.closed : null
  return (
    <main className="container-page py-16">
      <EmptyState
        as="h1"
        title={state ? t('post.blocked.title') : t('post.blocked.notYours')}
        line={
          state === 'sold'
            ? t('post.blocked.sold')
            : state
              ? t('post.blocked.dashboardSaysWhy')
              : t('post.blocked.deleted')
        }
        action={<LinkButton to={`${paths.dashboard}?tab=listings`}>{t('common.myAds')}</LinkButton>}
      />
    </main>
  )
}
