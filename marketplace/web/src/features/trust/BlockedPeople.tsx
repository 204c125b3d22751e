import { useQuery } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import type { Blocked } from './api.ts'
import { blockedQuery } from './queries.ts'
import { useBlock } from './ThreadMenu.tsx'

/** Everybody I blocked, for the settings. */
export function BlockedPeople({ userId }: { userId: string }) {
  const blocked = useQuery(blockedQuery(userId))
  return (
    <section aria-labelledby="blocked-title" className="panel max-w-2xl p-5">
      <h2 id="blocked-title" className="type-h3">
        {t('common.blockedPeople')}
      </h2>
      <p className="mt-1 text-ink-2">{t('trust.block.listHint')}</p>
      {blocked.isLoadingError ? <LoadFailed onRetry={() => void blocked.refetch()} /> : null}
      {blocked.data?.length === 0 ? <p className="mt-4 text-ink-2">{t('trust.block.none')}</p> : null}
      {blocked.data?.length ? (
        <ul className="mt-4 grid gap-2">
          {blocked.data.map((one) => (
            <Row key={one.blocked_id} one={one} userId={userId} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function Row({ one, userId }: { one: Blocked; userId: string }) {
  const name = one.blocked?.display_name ?? t('common.someoneWhoLeft')
  const { unblock, isUndoing } = useBlock(userId, one.blocked_id, name)
  return (
    <li className="flex items-center gap-3">
      <Avatar name={name} path={one.blocked?.avatar_path ?? null} size={44} />
      <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
      <Button
        variant="secondary"
        size="s"
        loading={isUndoing}
        loadingLabel={t('trust.unblocking')}
        aria-label={t('trust.block.undo', { name })}
        onClick={unblock}
      >
        {t('trust.unblock')}
      </Button>
    </li>
  )
}
