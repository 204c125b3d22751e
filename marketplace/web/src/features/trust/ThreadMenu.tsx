import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, Ellipsis, Flag, LockOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { useLinked } from '../../lib/use-linked.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toast.ts'
import { unblockPerson } from './api.ts'
import { BlockDialog } from './BlockDialog.tsx'
import type { TrustContext } from './parts.ts'
import { afterBlocking, blockedQuery } from './queries.ts'
import { ReportDialog } from './ReportDialog.tsx'

const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const

/** Actions on a conversation and the other person. `children` are further items. */
export function ThreadMenu({ context, children }: { context: TrustContext; children?: ReactNode }) {
  const { conversationId, myId, otherId, otherName } = context
  const [open, setOpen] = useState<'report' | 'block' | null>(null)
  useLinked(paths.reportOn(''), () => setOpen('report'))
  const { isBlocked, unblock } = useBlock(myId, otherId, otherName)
  const close = (isOpen: boolean) => setOpen((was) => (isOpen ? was : null))
  return (
    <>
      <Menu label={t('common.conversation')} trigger={<IconButton label={t('common.more')} icon={Ellipsis} />}>
        {children}
        <MenuItem onSelect={() => setOpen('report')}>
          <Flag {...icon} />
          {t('common.report')}
        </MenuItem>
        {isBlocked ? (
          <MenuItem onSelect={unblock}>
            <LockOpen {...icon} />
            {t('trust.block.undoFor', { otherName })}
          </MenuItem>
        ) : (
          <MenuItem tone="danger" onSelect={() => setOpen('block')}>
            <Ban {...icon} />
            {t('trust.block.blockName', { otherName })}
          </MenuItem>
        )}
      </Menu>
      {open === 'report' ? (
        <ReportDialog
          open
          onOpenChange={close}
          isBlocked={isBlocked}
          target={{ kind: 'conversation', id: conversationId, personId: otherId, personName: otherName, isChat: true }}
        />
      ) : null}
      {open === 'block' ? <BlockDialog open onOpenChange={close} person={{ id: otherId, name: otherName }} /> : null}
    </>
  )
}

/** Whether the user has blocked a person, and how to unblock them. */
export function useBlock(myId: string, otherId: string, otherName: string) {
  const queries = useQueryClient()
  const { data: blocked = [] } = useQuery(blockedQuery(myId))
  const undoing = useMutation({
    mutationFn: () => unblockPerson(otherId),
    onSuccess: async () => {
      await afterBlocking(queries)
      void toast({ title: t('trust.block.undone', { otherName }) })
    },
    onError: (error) => void toast({ title: sentenceOf(error), tone: 'error' }),
  })
  return {
    isBlocked: blocked.some(({ blocked_id }) => blocked_id === otherId),
    unblock: () => undoing.mutate(),
    isUndoing: undoing.isPending,
  }
}
