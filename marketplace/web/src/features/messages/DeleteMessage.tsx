import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { deleteMessage } from './api.ts'
import type { Message } from './types.ts'
import { addToThread } from './use-thread.ts'

/** The same limit as in the database. */
const DELETABLE_MS = 5 * 60_000

interface DeleteDialogProps {
  message: Message
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Confirms deleting the user's own message. */
export function DeleteDialog({ message, open, onOpenChange }: DeleteDialogProps) {
  const queries = useQueryClient()
  const deleting = useMutation({
    mutationFn: () => deleteMessage(message.id),
    onSuccess: (deleted) => addToThread(queries, message.conversation_id, [deleted]),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('messages.deleteQuestion')}
      description={t('messages.deleteHint')}
      cancel={t('common.cancel')}
      footer={
        <Button
          variant="danger"
          loading={deleting.isPending}
          loadingLabel={t('common.deleting')}
          onClick={() => deleting.mutate()}
        >
          {t('common.delete')}
        </Button>
      }
    >
      {deleting.isError ? (
        <p role="alert" className="text-danger-ink">
          {sentenceOf(deleting.error)}
        </p>
      ) : null}
    </Dialog>
  )
}

/** True until five minutes after the given time. */
export function useIsYoung(createdAt: string): boolean {
  const leftMs = () => Date.parse(createdAt) + DELETABLE_MS - Date.now()
  const [isYoung, setYoung] = useState(() => leftMs() > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the creation time never changes
  useEffect(() => {
    if (!isYoung) return
    const timer = setTimeout(() => setYoung(false), leftMs())
    return () => clearTimeout(timer)
  }, [])
  return isYoung
}
