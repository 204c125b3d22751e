import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Handshake, Undo2 } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { MenuItem } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toast.ts'
import { type AdAction, changeTalkedAd } from './api.ts'
import { refreshDeals, useConversationDeals } from './queries.ts'
import type { DealContext } from './ThreadDeals.tsx'
import { adActionsOf } from './thread-actions.ts'

const icon = { 'aria-hidden': true, strokeWidth: 1.75 } as const
/** The action that undoes another. */
const UNDO = { reserve_for: 'unreserve_listing', sell_to: 'relist_listing' } as const

/** Menu items for the seller to reserve the ad for the other person, or mark it as sold to them. */
export function AdItems(context: DealContext) {
  const { conversationId, otherName, ad } = context
  const queries = useQueryClient()
  const { data: deals } = useConversationDeals(conversationId)
  const changing = useMutation({
    mutationFn: (action: AdAction) => changeTalkedAd(action, { conversationId, adId: ad?.id ?? '' }),
    onSuccess: (_, action) => {
      const isLast = (ad?.quantity ?? 1) === 1
      const undo = isLast && (action === 'reserve_for' || action === 'sell_to') ? UNDO[action] : null
      void toast({
        title: doneWords(action, otherName),
        ...(undo ? { action: { label: t('common.undo'), onClick: () => changing.mutate(undo) } } : {}),
      })
      return Promise.all([refreshDeals(queries), queries.invalidateQueries({ queryKey: keys.conversations() })])
    },
    onError: (error) =>
      void toast({ tone: 'error', title: t('common.didNotGoThrough'), description: sentenceOf(error) }),
  })
  const actions = deals ? adActionsOf(context, deals) : []
  return (
    <>
      {actions.includes('reserve_for') ? (
        <MenuItem onSelect={() => changing.mutate('reserve_for')}>
          <Handshake {...icon} />
          {t('offers.reserveForName', { name: otherName })}
        </MenuItem>
      ) : null}
      {actions.includes('unreserve_listing') ? (
        <MenuItem onSelect={() => changing.mutate('unreserve_listing')}>
          <Undo2 {...icon} />
          {t('offers.endTheReservation')}
        </MenuItem>
      ) : null}
      {actions.includes('sell_to') ? (
        <MenuItem onSelect={() => changing.mutate('sell_to')}>
          <CircleCheck {...icon} />
          {t('offers.markSoldTo', { name: otherName })}
        </MenuItem>
      ) : null}
    </>
  )
}

function doneWords(action: AdAction, name: string): string {
  if (action === 'reserve_for') return t('offers.reservedForName', { name })
  if (action === 'sell_to') return t('offers.markedSoldTo', { name })
  return t('offers.adLiveAgain')
}
