import { useQuery } from '@tanstack/react-query'
import { BellPlus, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Link } from '../../lib/router.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatTimeAgo } from '../../ui/format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton, useDelayed } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { searchesQuery, useSearchMutation } from './queries.ts'
import { SearchForm } from './SearchForm.tsx'
import { CADENCE_LABEL, CADENCES, type Cadence, type SavedSearch } from './types.ts'

/** The saved searches with their new results and settings. */
export function SearchesTab({ userId }: { userId: string }) {
  const searches = useQuery(searchesQuery(userId))
  const isLate = useDelayed(searches.isPending)
  const [edited, setEdited] = useState<SavedSearch | null>(null)
  return (
    <div className="max-w-4xl">
      {searches.isPending ? (
        isLate ? (
          <RowsSkeleton />
        ) : null
      ) : searches.isLoadingError ? (
        <div className="mt-8">
          <LoadFailed onRetry={() => void searches.refetch()} />
        </div>
      ) : searches.data.length === 0 ? (
        <EmptyState
          className="mt-8"
          icon={<BellPlus aria-hidden="true" strokeWidth={1.75} />}
          title={t('searches.none')}
          line={t('searches.noneHint')}
          action={<LinkButton to={paths.browse}>{t('common.findSomething')}</LinkButton>}
        />
      ) : (
        <ul className="grid gap-3">
          {searches.data.map((search) => (
            <li key={search.id}>
              <Row search={search} userId={userId} onEdit={() => setEdited(search)} />
            </li>
          ))}
        </ul>
      )}
      {edited ? <EditDialog search={edited} userId={userId} onClose={() => setEdited(null)} /> : null}
    </div>
  )
}

function Row({ search, userId, onEdit }: { search: SavedSearch; userId: string; onEdit: () => void }) {
  const { change, remove, seen } = useSearchMutation(userId)
  const chooseCadence = (cadence: Cadence) =>
    change.mutate(
      { search, choices: { ...search, cadence } },
      {
        onError: (error) =>
          toast({
            tone: 'error',
            title: t('searches.notChanged', { name: search.name }),
            description: sentenceOf(error),
          }),
      },
    )
  const cadence = change.isPending ? change.variables.choices.cadence : search.cadence
  return (
    <article className="panel flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="type-h3 flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to={`${paths.browse}?${search.address}`}
            onClick={() => (search.new_count > 0 ? seen.mutate(search) : undefined)}
            className="rounded-badge wrap-anywhere hover:underline"
          >
            {search.name}
          </Link>
          {search.new_count > 0 ? (
            <Badge tone="offer">{t('searches.newCount', { newCount: search.new_count })}</Badge>
          ) : null}
        </h2>
        <p className="type-small text-ink-2 wrap-anywhere">{search.summary}</p>
        <p className="type-small text-ink-3">
          {[
            search.last_hit_at
              ? t('searches.lastHit', { when: formatTimeAgo(search.last_hit_at) })
              : t('searches.noHitsYet'),
            ...(search.exclude_words.length > 0
              ? [t('searches.withoutWords', { words: search.exclude_words.join(', ') })]
              : []),
          ].join(', ')}
        </p>
      </div>
      <Select
        size="s"
        aria-label={t('searches.cadenceOf', { name: search.name })}
        value={cadence}
        onChange={(event) => chooseCadence(event.target.value as Cadence)}
        wrapperClassName="w-40"
      >
        {CADENCES.map((one) => (
          <option key={one} value={one}>
            {CADENCE_LABEL[one]}
          </option>
        ))}
      </Select>
      <Menu
        label={t('searches.moreFor', { name: search.name })}
        trigger={<IconButton icon={Ellipsis} label={t('searches.moreFor', { name: search.name })} />}
      >
        <MenuItem onSelect={onEdit}>
          <Pencil aria-hidden="true" strokeWidth={1.75} />
          {t('common.edit')}
        </MenuItem>
        <MenuLine />
        <MenuItem tone="danger" onSelect={() => remove.mutate(search)}>
          <Trash2 aria-hidden="true" strokeWidth={1.75} />
          {t('common.delete')}
        </MenuItem>
      </Menu>
    </article>
  )
}

function EditDialog({ search, userId, onClose }: { search: SavedSearch; userId: string; onClose: () => void }) {
  const { change } = useSearchMutation(userId)
  return (
    <Dialog onClose={onClose} title={t('searches.editThisSearch')} description={search.summary || undefined}>
      <SearchForm
        initial={search}
        submitLabel={t('common.save')}
        isSaving={change.isPending}
        problem={change.isError ? sentenceOf(change.error) : null}
        onSubmit={(choices) => change.mutate({ search, choices }, { onSuccess: onClose })}
      />
    </Dialog>
  )
}

function RowsSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t('searches.loadingYourSearches')}</span>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-26 rounded-panel" />
      ))}
    </div>
  )
}
