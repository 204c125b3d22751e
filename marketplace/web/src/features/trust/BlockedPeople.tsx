import { useQuery } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { SettingRow } from '../../ui/SettingsGroup.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Blocked } from './api.ts'
import { blockedQuery } from './queries.ts'
import { useBlock } from './ThreadMenu.tsx'

/** The people the user has blocked, for the settings. */
export function BlockedPeople({ userId }: { userId: string }) {
  const blocked = useQuery(blockedQuery(userId))
  if (blocked.isPending) return <Skeleton className="h-18" />
  return (
    <SettingRow
      title={t('common.blockedPeople')}
      line={blocked.data?.length === 0 ? t('trust.block.none') : t('trust.block.listHint')}
    >
      {blocked.isLoadingError ? <LoadFailed onRetry={() => void blocked.refetch()} /> : null}
      {blocked.data?.length ? (
        <ul className="grid gap-2">
          {blocked.data.map((one) => (
            <Row key={one.blocked_id} one={one} userId={userId} />
          ))}
        </ul>
      ) : null}
    </SettingRow>
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
