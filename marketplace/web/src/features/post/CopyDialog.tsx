import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useOwnAds } from './queries.ts'

/** Picks one of the user's ads to copy. */
export function CopyDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const ads = useOwnAds(userId)
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t('post.ways.copy')}>
      {ads.isPending ? (
        <Skeleton className="h-40 rounded-panel" />
      ) : ads.isError ? (
        <LoadFailed onRetry={() => void ads.refetch()} />
      ) : ads.data.length === 0 ? (
        <p className="text-ink-2">{t('post.copy.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {ads.data.map(({ id, title, cover_path }) => (
            <li key={id}>
              <Link to={paths.copyPost(id)} onClick={onClose} className="flex min-h-16 items-center gap-3">
                <span className="w-12 shrink-0">
                  <Photo path={cover_path} alt="" sizes="48px" className="aspect-square rounded-control" />
                </span>
                <span className="truncate font-medium">{title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
