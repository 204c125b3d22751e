import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { type Action, actionsFor } from '../../features/dashboard/actions.ts'
import { DeleteDialog } from '../../features/dashboard/DeleteDialog.tsx'
import { useListingMutation } from '../../features/dashboard/queries.ts'
import { SellDialog } from '../../features/dashboard/SellDialog.tsx'
import { type MyListing, STATES } from '../../features/dashboard/types.ts'
import type { ListingDetail } from '../../features/listings/listing.ts'
import { FloorSetting } from '../../features/offers/FloorSetting.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** Labels of the actions with a plain button; others are rendered separately. */
const WORDS: Partial<Record<Action, string>> = {
  sell: t('common.markAsSold'),
  reserve: t('common.reserve'),
  unreserve: t('common.offerToOthersAgain'),
  pause: t('common.pause'),
  resume: t('common.resume'),
  relist: t('common.putOnOfferAgain'),
  extend: t('common.extend'),
  delete: t('common.delete'),
}

interface OwnerProps {
  listing: ListingDetail
}

/** Editing and the next step, where visitors find the main action. */
export function OwnerActions({ listing }: OwnerProps) {
  const { actions, buttonFor, dialog } = useActions(listing)
  const canEdit = actions.includes('edit')
  const [main] = actions.filter((action) => WORDS[action])
  return (
    <>
      {canEdit ? (
        <LinkButton to={paths.editPost(listing.id)} size="lg">
          <PencilLine aria-hidden="true" strokeWidth={1.75} className="size-5" />
          {t('listing.editAd')}
        </LinkButton>
      ) : null}
      {main ? buttonFor(main, { size: 'lg', variant: canEdit ? 'secondary' : 'primary' }) : null}
      {dialog}
    </>
  )
}

/** The other actions of a seller, where visitors see the seller. */
export function OwnerPanel({ listing }: OwnerProps) {
  const { actions, buttonFor, dialog } = useActions(listing)
  const [, ...others] = actions.filter((action) => WORDS[action])
  return (
    <section aria-label={t('listing.yourAd')} className="grid gap-3 border-y border-line py-4">
      <div className="flex flex-wrap gap-2">
        {others.map((action) => buttonFor(action, { size: 's', variant: action === 'delete' ? 'ghost' : 'secondary' }))}
      </div>
      {listing.expires_at && (listing.state === 'active' || listing.state === 'reserved') ? (
        <p className="type-small text-ink-3">{t('listing.onOfferUntil', { date: formatDate(listing.expires_at) })}</p>
      ) : null}
      <FloorSetting listing={listing} />
      {dialog}
    </section>
  )
}

/** What the state of the ad allows, a button for each action, and the dialog that some open. */
function useActions(listing: ListingDetail) {
  const { change } = useListingMutation()
  const [open, setOpen] = useState<'sell' | 'delete' | null>(null)
  const ad = asMine(listing)
  const run = (action: Action) => {
    if (action === 'sell' || action === 'delete') return setOpen(action)
    if (ad && isVerb(action)) change.mutate({ verb: action, ad })
  }
  const buttonFor = (action: Action, look: { size: 'lg' | 's'; variant: 'primary' | 'secondary' | 'ghost' }) => (
    <Button
      key={action}
      {...look}
      loading={change.isPending && change.variables.verb === action}
      onClick={() => run(action)}
    >
      {WORDS[action]}
    </Button>
  )
  const Dialog = open === 'sell' ? SellDialog : DeleteDialog
  const dialog = open && ad ? <Dialog ad={ad} onClose={() => setOpen(null)} /> : null
  return { actions: ad ? actionsFor(ad) : [], buttonFor, dialog }
}

/** The ad as the dashboard represents it; null in a state that only moderators change. */
function asMine(listing: ListingDetail): MyListing | null {
  const state = STATES.find((one) => one === listing.state)
  if (!state) return null
  const { first_published_at, created_at } = listing
  return { ...listing, state, state_reason: null, sold_price_minor: null, updated_at: first_published_at ?? created_at }
}

type Verb = Parameters<ReturnType<typeof useListingMutation>['change']['mutate']>[0]['verb']

function isVerb(action: Action): action is Verb {
  return action !== 'edit' && action !== 'view' && action !== 'sell' && action !== 'copy'
}
