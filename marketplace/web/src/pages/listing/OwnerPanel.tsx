import { LayoutGrid, PencilLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { type Action, actionsFor } from '../../features/dashboard/actions.ts'
import { DeleteDialog } from '../../features/dashboard/DeleteDialog.tsx'
import { useListingMutation } from '../../features/dashboard/queries.ts'
import { SellDialog } from '../../features/dashboard/SellDialog.tsx'
import { type MyListing, STATES } from '../../features/dashboard/types.ts'
import type { ListingDetail } from '../../features/listings/listing.ts'
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

/** All actions of a seller, on the page of the ad. */
export function OwnerPanel({ listing, children }: { listing: ListingDetail; children?: ReactNode }) {
  const { change } = useListingMutation()
  const [dialog, setDialog] = useState<'sell' | 'delete' | null>(null)
  const ad = asMine(listing)
  const actions = ad ? actionsFor(ad) : []
  const run = (action: Action) => {
    if (action === 'sell' || action === 'delete') return setDialog(action)
    if (ad && isVerb(action)) change.mutate({ verb: action, ad })
  }
  const [main, ...others] = actions.filter((action) => WORDS[action])
  return (
    <section aria-label={t('listing.yourAd')} className="grid gap-3">
      <div className="flex gap-2 [&>*]:flex-1">
        {actions.includes('edit') ? (
          <LinkButton to={paths.editPost(listing.id)} size="lg">
            <PencilLine aria-hidden="true" strokeWidth={1.75} className="size-5" />
            {t('listing.editAd')}
          </LinkButton>
        ) : null}
        {main ? (
          <Button
            size="lg"
            variant={actions.includes('edit') ? 'secondary' : 'primary'}
            loading={change.isPending && change.variables.verb === main}
            onClick={() => run(main)}
          >
            {WORDS[main]}
          </Button>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {others.map((action) => (
          <Button
            key={action}
            size="s"
            variant={action === 'delete' ? 'ghost' : 'secondary'}
            loading={change.isPending && change.variables.verb === action}
            onClick={() => run(action)}
          >
            {WORDS[action]}
          </Button>
        ))}
        <LinkButton to={paths.dashboard} size="s" variant="ghost">
          <LayoutGrid aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
          {t('shell.dashboard')}
        </LinkButton>
      </div>
      {listing.expires_at && (listing.state === 'active' || listing.state === 'reserved') ? (
        <p className="type-small text-ink-3">{t('listing.onOfferUntil', { date: formatDate(listing.expires_at) })}</p>
      ) : null}
      {children}
      {dialog === 'sell' && ad ? <SellDialog ad={ad} onClose={() => setDialog(null)} /> : null}
      {dialog === 'delete' && ad ? <DeleteDialog ad={ad} onClose={() => setDialog(null)} /> : null}
    </section>
  )
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
