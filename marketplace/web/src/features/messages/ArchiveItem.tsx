import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { MenuItem } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toast.ts'
import { archive } from './api.ts'
import { type Conversation, isArchived } from './types.ts'

/** Archives the conversation, or moves it back to the inbox. */
export function ArchiveItem({ conversation, myId }: { conversation: Conversation; myId: string }) {
  const queries = useQueryClient()
  const archived = isArchived(conversation, myId)
  const moving = useMutation({
    mutationFn: () => archive(conversation.id, !archived),
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.conversation(conversation.id) }),
        queries.invalidateQueries({ queryKey: keys.conversations() }),
      ])
      void toast({ title: archived ? t('messages.backInList') : t('messages.archivedHint') })
    },
    onError: () => void toast({ title: t('app.didNotWork'), tone: 'error' }),
  })
  const Icon = archived ? ArchiveRestore : Archive
  return (
    <MenuItem onSelect={() => moving.mutate()}>
      <Icon aria-hidden="true" strokeWidth={1.75} />
      {archived ? t('messages.backToList') : t('messages.archive')}
    </MenuItem>
  )
}
