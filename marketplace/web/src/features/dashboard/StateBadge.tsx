import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { STATE_LABEL } from './row-text.ts'
import type { ListingState } from './types.ts'

const TONE: Record<ListingState, BadgeTone> = {
  active: 'success',
  reserved: 'offer',
  pending_review: 'saffron',
  changes_requested: 'danger',
  draft: 'neutral',
  paused: 'neutral',
  expired: 'danger',
  sold: 'info',
  rejected: 'danger',
  hidden: 'danger',
  removed: 'danger',
}

export function StateBadge({ state }: { state: ListingState }) {
  return <Badge tone={TONE[state]}>{STATE_LABEL[state]}</Badge>
}
