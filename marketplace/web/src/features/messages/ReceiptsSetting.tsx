import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast.ts'
import { readReceipts, saveReceipts } from './api.ts'

/** Turns read receipts on or off, for both directions. */
export function ReceiptsSetting({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const queryKey = ['read-receipts', userId]
  const receipts = useQuery({ queryKey, queryFn: () => readReceipts(userId) })
  const hintId = useId()
  const saving = useMutation({
    mutationFn: (wanted: boolean) => saveReceipts(userId, wanted),
    onMutate: (wanted) => queries.setQueryData(queryKey, wanted),
    onError: (error, wanted) => {
      queries.setQueryData(queryKey, !wanted)
      void toast({ tone: 'error', title: t('common.choiceNotSaved'), description: sentenceOf(error) })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.conversation() }),
  })
  if (receipts.isPending) return <Skeleton className="h-18" />
  if (receipts.isLoadingError) return <LoadFailed onRetry={() => void receipts.refetch()} />
  return (
    <div className="grid px-4 py-3.5 sm:px-5">
      <Switch
        label={<span className="font-semibold">{t('dashboard.receipts')}</span>}
        aria-describedby={hintId}
        checked={receipts.data}
        onChange={() => saving.mutate(!receipts.data)}
      />
      <p id={hintId} className="type-small -mt-1 text-ink-2">
        {t('dashboard.receiptsHint')}
      </p>
    </div>
  )
}
