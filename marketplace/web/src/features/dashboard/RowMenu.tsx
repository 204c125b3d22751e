import { Ellipsis } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { type Action, actionsFor } from './actions.ts'
import { nameOf, useListingActs } from './queries.ts'
import type { MyListing } from './types.ts'

const LABEL: Record<Action, string> = {
  edit: 'Edit',
  view: 'See the ad',
  sell: 'Mark as sold',
  reserve: 'Reserve',
  unreserve: 'Offer to others again',
  pause: 'Pause',
  resume: 'Resume',
  relist: 'Put on offer again',
  extend: 'Extend',
  copy: 'Post a similar ad',
  delete: 'Delete',
}

interface RowMenuProps {
  ad: MyListing
  onSell: (ad: MyListing) => void
  onDelete: (ad: MyListing) => void
}

/** Everything one can do with an ad, in one menu that says which ad it belongs to. */
export function RowMenu({ ad, onSell, onDelete }: RowMenuProps) {
  const navigate = useNavigate()
  const { change } = useListingActs()
  const actions = actionsFor(ad)
  const act = (action: Action) => {
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
      label={`Actions for ${nameOf(ad)}`}
      trigger={
        <IconButton label={`Actions for ${nameOf(ad)}`} size={36}>
          <Ellipsis aria-hidden="true" strokeWidth={1.75} className="size-5" />
        </IconButton>
      }
    >
      {actions.map((action) => (
        <div key={action} role="presentation">
          {action === 'delete' && actions.length > 1 ? <MenuLine /> : null}
          <MenuItem tone={action === 'delete' ? 'danger' : 'plain'} onSelect={() => void act(action)}>
            {action === 'edit' && ad.state === 'draft' ? 'Finish' : LABEL[action]}
          </MenuItem>
        </div>
      ))}
    </Menu>
  )
}
