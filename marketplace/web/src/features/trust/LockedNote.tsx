import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import type { TrustContext } from './parts.ts'
import { useBlock } from './ThreadMenu.tsx'

interface LockedNoteProps {
  context: TrustContext
  state: 'locked' | 'closed'
  reason: 'blocked' | 'moderation' | 'listing_removed' | 'left' | null
  /** State of the ad; null when it no longer exists. */
  adState: string | null
}

/** Replaces the composer: why the conversation is locked, and what unlocks it. */
export function LockedNote({ context, state, reason, adState }: LockedNoteProps) {
  const { isBlocked, unblock, isUndoing } = useBlock(context.myId, context.otherId, context.otherName)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-panel bg-sunken px-4 py-3 text-ink-2">
      <p>{sentence({ state, reason, adState, isBlocked, name: context.otherName })}</p>
      {isBlocked ? (
        <Button variant="secondary" size="s" loading={isUndoing} loadingLabel={t('trust.unblocking')} onClick={unblock}>
          {t('trust.unblock')}
        </Button>
      ) : null}
    </div>
  )
}

interface Lock {
  state: 'locked' | 'closed'
  reason: LockedNoteProps['reason']
  adState: string | null
  isBlocked: boolean
  name: string
}

/** A block is never revealed: the other person only reads that the conversation is locked. */
function sentence({ state, reason, adState, isBlocked, name }: Lock): string {
  if (isBlocked) return t('trust.locked.youBlocked', { name })
  if (reason === 'moderation') return t('trust.locked.byModerator')
  if (reason === 'left') return t('trust.locked.personLeft')
  if (adState === null || adState === 'deleted' || reason === 'listing_removed') {
    return t('trust.locked.adTakenDown')
  }
  if (state === 'closed') return t('trust.locked.closed')
  return t('trust.locked.locked')
}
