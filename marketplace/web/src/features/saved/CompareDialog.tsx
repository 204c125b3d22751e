import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { Link } from '../../lib/router.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type ComparedAd, compareRows } from './compare.ts'
import { useCompared } from './queries.ts'

/** Two to four saved ads side by side, with differences highlighted. */
export function CompareDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const compared = useCompared(ids)
  return (
    <Dialog
      onClose={onClose}
      title={t('saved.compare')}
      description={t('saved.compareHint')}
      kind="sheet"
      className="sm:w-[min(60rem,calc(100vw-3rem))]!"
    >
      {compared.isPending ? (
        <div role="status" className="grid grid-cols-2 gap-4">
          <span className="sr-only">{t('saved.loadingTheAds')}</span>
          <Skeleton className="h-64 rounded-photo" />
          <Skeleton className="h-64 rounded-photo" />
        </div>
      ) : compared.isLoadingError ? (
        <LoadFailed onRetry={() => void compared.refetch()} />
      ) : (
        <Table ads={compared.data} />
      )}
    </Dialog>
  )
}

function Table({ ads }: { ads: readonly ComparedAd[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section aria-label={t('saved.comparison')} tabIndex={0} className="-mx-1 overflow-x-auto px-1">
      <table className="w-full min-w-max table-fixed border-collapse text-start md:w-auto">
        <thead>
          <tr>
            <td className="w-20 md:w-36" />
            {ads.map(({ id, title, cover_path: cover }) => (
              <th key={id} scope="col" className="w-34 p-2 text-start align-top font-semibold md:w-48">
                <Link to={paths.listing(id)} className="block rounded-photo">
                  <Photo path={cover} alt="" sizes="192px" className="rounded-photo" />
                  <span className="mt-2 line-clamp-2 block">{title}</span>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compareRows(ads).map(({ key, label, values, differs }) => (
            <tr key={key} className="border-line border-t">
              <th
                scope="row"
                className="type-small sticky start-0 bg-paper py-2.5 pe-2 text-start align-top font-normal text-ink-2"
              >
                {label}
              </th>
              {ads.map(({ id }, at) => (
                <td key={id} className={cx('tnum p-2 align-top wrap-anywhere', differs && 'font-semibold')}>
                  {values[at] ?? (
                    <span className="font-normal text-ink-3">
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">{t('common.notSaid')}</span>
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
