import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../i18n/t.ts'
import { Dialog } from './Dialog.tsx'

const SMALL = 320
const LARGE = 1600
/** Refetch before the signed URLs expire. */
const FRESH_MS = 50 * 60_000

interface EvidencePhotosProps {
  /** Objects in the bucket of disputes. */
  paths: readonly string[]
  /** Signs URLs, with a maximum width in pixels; null for a photo that is gone. */
  sign: (paths: readonly string[], width: number) => Promise<(string | null)[]>
}

/** Photos of a dispute: small ones in a row, large on a tap. */
export function EvidencePhotos({ paths, sign }: EvidencePhotosProps) {
  const [large, setLarge] = useState<number | null>(null)
  const small = useQuery({
    queryKey: ['evidence', SMALL, paths],
    queryFn: () => sign(paths, SMALL),
    enabled: paths.length > 0,
    staleTime: FRESH_MS,
  })
  const chosen = large === null ? undefined : paths[large]
  const big = useQuery({
    queryKey: ['evidence', LARGE, chosen],
    queryFn: () => sign([chosen ?? ''], LARGE),
    enabled: chosen !== undefined,
    staleTime: FRESH_MS,
  })
  if (paths.length === 0) return null
  return (
    <>
      <ul className="grid grid-cols-3 gap-2">
        {paths.map((path, at) => (
          <li key={path}>
            <button
              type="button"
              aria-label={t('common.photoOfCount', { number: at + 1, count: paths.length })}
              onClick={() => setLarge(at)}
              className="block aspect-square w-full overflow-hidden rounded-control bg-sunken"
            >
              {small.data?.[at] ? <img src={small.data[at]} alt="" className="size-full object-cover" /> : null}
            </button>
          </li>
        ))}
      </ul>
      {large === null ? null : (
        <Dialog
          title={t('common.photoOfCount', { number: large + 1, count: paths.length })}
          onClose={() => setLarge(null)}
          className="sm:w-[min(60rem,calc(100vw-3rem))]"
        >
          {big.data?.[0] ? (
            <img src={big.data[0]} alt="" className="mx-auto max-h-[70dvh] rounded-control" />
          ) : (
            <div className="skeleton-fill mx-auto h-80 w-full rounded-control" />
          )}
        </Dialog>
      )}
    </>
  )
}
