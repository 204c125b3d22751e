import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast.ts'
import { type PushState, readPushState, turnPushOff, turnPushOn } from './push.ts'
import { notificationsKey } from './use-unread-notifications.ts'

const LINES: Record<PushState, string> = {
  unsupported: t('notices.push.unsupported'),
  denied: t('notices.push.blocked'),
  off: '',
  on: '',
}

/** Push messages on this device. */
export function PushPanel({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const queryKey = [...notificationsKey(userId), 'push']
  const push = useQuery({ queryKey, queryFn: readPushState })
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn() : turnPushOff()),
    onSuccess: (state) => queries.setQueryData<PushState>(queryKey, state),
    onError: (error) => toast({ tone: 'error', title: t('notices.push.unchanged'), description: sentenceOf(error) }),
  })
  if (push.isPending) return <Skeleton className="h-18" />
  const state = push.data ?? 'unsupported'
  return (
    <div className="px-4 py-3.5 sm:px-5">
      <Switch
        label={<span className="font-semibold">{t('notices.pushOnThisDevice')}</span>}
        aria-describedby="push-note"
        checked={change.isPending ? change.variables : state === 'on'}
        disabled={state === 'unsupported' || state === 'denied' || change.isPending}
        onChange={() => change.mutate(state !== 'on')}
      />
      <p id="push-note" className="type-small -mt-1 text-ink-2 empty:hidden">
        {LINES[state]}
      </p>
    </div>
  )
}
