import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { sentenceOf } from '../../app/failure.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogClose } from '../../ui/Dialog.tsx'
import { formatTime } from '../../ui/format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { deleteMessage } from './api.ts'
import type { Message } from './types.ts'
import { addToThread } from './use-thread.ts'

/** As long as the database allows it. */
const DELETABLE_MS = 5 * 60_000

/** Beside a message of mine, while it can be taken back. */
export function DeleteMessage({ message }: { message: Message }) {
  const [asks, setAsks] = useState(false)
  const isYoung = useIsYoung(message.created_at)
  const queries = useQueryClient()
  const deleting = useMutation({
    mutationFn: () => deleteMessage(message.id),
    onSuccess: (deleted) => addToThread(queries, message.conversation_id, [deleted]),
  })
  if (!isYoung && !asks) return null
  return (
    <>
      <IconButton
        label={t('Delete this message of {time}', { time: formatTime(message.created_at) })}
        size={36}
        className="opacity-0 transition-opacity focus-visible:opacity-100 group-hover/said:opacity-100 pointer-coarse:opacity-60"
        onClick={() => setAsks(true)}
      >
        <Trash2 aria-hidden="true" strokeWidth={1.75} className="size-4 text-ink-3" />
      </IconButton>
      <Dialog
        open={asks}
        onOpenChange={setAsks}
        title={t('Delete this message?')}
        description={t('It goes for both of you, and both see that something was deleted.')}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">{t('Cancel')}</Button>
            </DialogClose>
            <Button
              variant="danger"
              loading={deleting.isPending}
              loadingLabel={t('Deleting')}
              onClick={() => deleting.mutate()}
            >
              {t('Delete')}
            </Button>
          </>
        }
      >
        {deleting.isError ? (
          <p role="alert" className="text-danger-ink">
            {sentenceOf(deleting.error)}
          </p>
        ) : null}
      </Dialog>
    </>
  )
}

/** True until five minutes after a moment. */
function useIsYoung(createdAt: string): boolean {
  const leftMs = () => Date.parse(createdAt) + DELETABLE_MS - Date.now()
  const [isYoung, setYoung] = useState(() => leftMs() > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment never changes
  useEffect(() => {
    if (!isYoung) return
    const timer = setTimeout(() => setYoung(false), leftMs())
    return () => clearTimeout(timer)
  }, [])
  return isYoung
}
