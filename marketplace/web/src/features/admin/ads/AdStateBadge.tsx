import { Badge } from '../../../ui/Badge.tsx'
import { adState } from '../state-words.ts'

/** The state of an ad. Its name is lowercase, for use in sentences. */
export function AdStateBadge({ state }: { state: string }) {
  return (
    <Badge tone={state === 'active' ? 'success' : 'neutral'}>
      <span className="inline-block first-letter:uppercase">{adState(state)}</span>
    </Badge>
  )
}
