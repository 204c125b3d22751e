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

/** Whether others see that I have read; both ways. */
export function ReceiptsSetting({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const queryKey = ['read-receipts', userId]
  const receipts = useQuery({ queryKey, queryFn: () => readReceipts(userId) })
  const titleId = useId()
  const saving = useMutation({
    mutationFn: (wanted: boolean) => saveReceipts(userId, wanted),
    onMutate: (wanted) => queries.setQueryData(queryKey, wanted),
    onError: (error, wanted) => {
      queries.setQueryData(queryKey, !wanted)
      void toast({ tone: 'error', title: t('common.choiceNotSaved'), description: sentenceOf(error) })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.conversation() }),
  })
  if (receipts.isPending) return <Skeleton className="h-32 rounded-panel" />
  if (receipts.isLoadingError) return <LoadFailed onRetry={() => void receipts.refetch()} />
  return (
    <section aria-labelledby={titleId} className="panel grid gap-2 p-5">
      <h2 id={titleId} className="type-h3">
        {t('shell.messages')}
      </h2>
      <Switch label={t('dashboard.receipts')} checked={receipts.data} onChange={() => saving.mutate(!receipts.data)} />
      <p className="type-small text-ink-2">{t('dashboard.receiptsHint')}</p>
    </section>
  )
}
