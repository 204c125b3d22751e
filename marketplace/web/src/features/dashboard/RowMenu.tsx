import { Ellipsis } from 'lucide-react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { navigate } from '../../lib/router.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { type Action, actionsFor } from './actions.ts'
import { nameOf, useListingMutation } from './queries.ts'
import type { MyListing } from './types.ts'

const LABEL: Record<Action, string> = {
  edit: t('common.edit'),
  view: t('common.seeTheAd'),
  sell: t('common.markAsSold'),
  reserve: t('common.reserve'),
  unreserve: t('common.offerToOthersAgain'),
  pause: t('common.pause'),
  resume: t('common.resume'),
  relist: t('common.putOnOfferAgain'),
  extend: t('common.extend'),
  copy: t('common.postSimilar'),
  delete: t('common.delete'),
}

interface RowMenuProps {
  ad: MyListing
  onSell: (ad: MyListing) => void
  onDelete: (ad: MyListing) => void
}

/** All actions on an ad. */
export function RowMenu({ ad, onSell, onDelete }: RowMenuProps) {
  const { change } = useListingMutation()
  const actions = actionsFor(ad)
  const run = (action: Action) => {
    if (action === 'edit') return navigate(paths.editPost(ad.id))
    if (action === 'copy') return navigate(paths.copyPost(ad.id))
    if (action === 'view') return navigate(paths.listing(ad.id))
    if (action === 'sell') return onSell(ad)
    if (action === 'delete') return onDelete(ad)
    return change.mutate({ verb: action, ad })
  }
  if (actions.length === 0) return null
  return (
    <Menu
      label={t('dashboard.actionsFor', { value: nameOf(ad) })}
      trigger={<IconButton icon={Ellipsis} label={t('dashboard.actionsFor', { value: nameOf(ad) })} size={36} />}
    >
      {actions.map((action) => (
        <div key={action} role="presentation">
          {action === 'delete' && actions.length > 1 ? <MenuLine /> : null}
          <MenuItem tone={action === 'delete' ? 'danger' : 'plain'} onSelect={() => void run(action)}>
            {action === 'edit' && ad.state === 'draft' ? t('dashboard.finish') : LABEL[action]}
          </MenuItem>
        </div>
      ))}
    </Menu>
  )
}
