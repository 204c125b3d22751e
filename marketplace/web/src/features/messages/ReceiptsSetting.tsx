import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { sentenceOf } from '../../app/failure.ts'
import { t } from '../../i18n/t.ts'
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
      void toast({ tone: 'error', title: t('Your choice was not saved'), description: sentenceOf(error) })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['conversation'] }),
  })
  if (receipts.isPending) return <Skeleton className="h-32 rounded-panel" />
  if (receipts.isError)
    return <LoadFailed what={t('your choice about messages')} onRetry={() => void receipts.refetch()} />
  return (
    <section aria-labelledby={titleId} className="panel grid gap-2 p-5">
      <h2 id={titleId} className="type-h3">
        {t('Messages')}
      </h2>
      <Switch
        label={t('Show others when I have read their messages')}
        checked={receipts.data}
        onChange={() => saving.mutate(!receipts.data)}
      />
      <p className="type-small text-ink-2">{t('Turned off, you do not see either when others have read yours.')}</p>
    </section>
  )
}
