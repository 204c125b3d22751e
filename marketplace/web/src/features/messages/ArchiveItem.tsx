import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { MenuItem } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toast.ts'
import { archive } from './api.ts'
import { type Conversation, isArchived } from './types.ts'

/** Puts the conversation away, or back into the list. */
export function ArchiveItem({ conversation, myId }: { conversation: Conversation; myId: string }) {
  const queries = useQueryClient()
  const archived = isArchived(conversation, myId)
  const moving = useMutation({
    mutationFn: () => archive(conversation.id, !archived),
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['conversation', conversation.id] }),
        queries.invalidateQueries({ queryKey: ['conversations'] }),
      ])
      void toast({ title: archived ? t('Back in the list') : t('Archived. The next message brings it back.') })
    },
    onError: () => void toast({ title: t('That did not work. Please try again.'), tone: 'error' }),
  })
  const Icon = archived ? ArchiveRestore : Archive
  return (
    <MenuItem onSelect={() => moving.mutate()}>
      <Icon aria-hidden="true" strokeWidth={1.75} />
      {archived ? t('Back to the list') : t('Archive')}
    </MenuItem>
  )
}
