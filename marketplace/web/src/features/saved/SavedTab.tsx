import { Heart } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton, useDelayed } from '../../ui/Skeleton.tsx'
import { CompareBar } from './CompareBar.tsx'
import { foldersOf, isOver } from './change-mark.ts'
import { FEWEST_COMPARED, MOST_COMPARED } from './compare.ts'
import { useRemoveSaved, useSaved } from './queries.ts'
import { RemarksDialog } from './RemarksDialog.tsx'
import { SavedCard } from './SavedCard.tsx'
import type { SavedAd } from './types.ts'

const GRID = 'mt-5 grid grid-cols-2 gap-x-3 gap-y-5 md:grid-cols-3 md:gap-x-5 md:gap-y-8 xl:grid-cols-4'

/** Saved ads by folder, with what has changed since. Set `isReady` once guest favorites are in the account. */
export function SavedTab({ userId, isReady }: { userId: string; isReady: boolean }) {
  const saved = useSaved(userId, isReady)
  const isLate = useDelayed(saved.isPending)
  if (saved.isPending) return isLate ? <CardsSkeleton /> : null
  if (saved.isLoadingError) return <LoadFailed onRetry={() => void saved.refetch()} />
  if (saved.data.length > 0) return <Cards ads={saved.data} userId={userId} />
  return (
    <EmptyState
      className="mt-8"
      tone="clay"
      icon={<Heart aria-hidden="true" strokeWidth={1.75} />}
      title={t('saved.nothingSavedYet')}
      line={t('saved.emptyHint')}
      action={<LinkButton to={paths.browse}>{t('common.browseNearby')}</LinkButton>}
    />
  )
}

function Cards({ ads, userId }: { ads: readonly SavedAd[]; userId: string }) {
  const [wanted, setWanted] = useState<string | null>(null)
  const [edited, setEdited] = useState<SavedAd | null>(null)
  const [compared, setCompared] = useState<readonly string[] | null>(null)
  const remove = useRemoveSaved(userId)
  const folders = foldersOf(ads)
  // The last ad may have left the selected folder.
  const folder = folders.some(({ name }) => name === wanted) ? wanted : null
  const shown = folder === null ? ads : ads.filter((ad) => ad.folder === folder)
  const over = shown.filter(isOver)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <fieldset className="scrollbar-none flex min-w-0 gap-2 overflow-x-auto">
          <legend className="sr-only">{t('saved.folder')}</legend>
          <Chip selected={folder === null} onClick={() => setWanted(null)}>
            <Trans id="common.allCount" values={{ count: ads.length }} components={{ 0: <b className="tnum" /> }} />
          </Chip>
          {folders.map(({ name, count }) => (
            <Chip key={name} selected={folder === name} onClick={() => setWanted(name)}>
              {name} <b className="tnum">{count}</b>
            </Chip>
          ))}
        </fieldset>
        <div className="flex flex-wrap items-center gap-2">
          {over.length > 0 ? (
            <Button variant="ghost" size="s" onClick={() => remove.mutate(over)}>
              {t('saved.clearGone', { count: over.length })}
            </Button>
          ) : null}
          {ads.length >= FEWEST_COMPARED ? <CompareBar chosen={compared} onChange={setCompared} /> : null}
        </div>
      </div>
      <ul className={GRID}>
        {shown.map((ad) => (
          <li key={ad.listing.id} className="min-w-0">
            <SavedCard ad={ad} onRemove={() => remove.mutate([ad])} onEdit={() => setEdited(ad)} />
            {compared ? <CompareChoice ad={ad} chosen={compared} onChange={setCompared} /> : null}
          </li>
        ))}
      </ul>
      {edited ? (
        <RemarksDialog
          ad={edited}
          userId={userId}
          folders={folders.map(({ name }) => name)}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  )
}

interface CompareChoiceProps {
  ad: SavedAd
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

function CompareChoice({ ad: { listing }, chosen, onChange }: CompareChoiceProps) {
  const isChosen = chosen.includes(listing.id)
  return (
    <Checkbox
      label={t('saved.compare')}
      aria-label={t('saved.compareTitle', { title: listing.title })}
      checked={isChosen}
      disabled={!isChosen && chosen.length >= MOST_COMPARED}
      onChange={() => onChange(isChosen ? chosen.filter((id) => id !== listing.id) : [...chosen, listing.id])}
    />
  )
}

function CardsSkeleton() {
  return (
    <div className={GRID} role="status">
      <span className="sr-only">{t('saved.loading')}</span>
      {[0, 1, 2, 3].map((card) => (
        <div key={card} aria-hidden="true">
          <Skeleton className="aspect-square rounded-photo" />
          <Skeleton className="mt-3 h-5 w-16 rounded-badge" />
          <Skeleton className="mt-2 h-4 w-full rounded-badge" />
        </div>
      ))}
    </div>
  )
}
