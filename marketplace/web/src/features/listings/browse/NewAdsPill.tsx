import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import type { SearchState } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { newAdsQuery } from '../new-ads.ts'
import { searchQuery } from '../queries.ts'

interface NewAdsPillProps {
  state: SearchState
  /** When the results were read, in milliseconds. */
  readAt: number
}

/** "3 new ads, show": ads published since the results were read. Polls while the page is visible. */
export function NewAdsPill({ state, readAt }: NewAdsPillProps) {
  const queryClient = useQueryClient()
  const { data } = useQuery(newAdsQuery(queryClient, state, readAt))
  const count = data?.count ?? 0
  const show = () => {
    void queryClient.resetQueries({ queryKey: searchQuery(state).queryKey })
    window.scrollTo({ top: 0 })
  }
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[calc(72px+var(--banner))] z-10 grid justify-items-center md:top-[calc(92px+var(--banner))]"
    >
      {count > 0 ? (
        <button
          type="button"
          onClick={show}
          className="pointer-events-auto mb-3 inline-flex h-11 items-center gap-2 rounded-full bg-ink px-4 text-[14px] font-semibold text-paper shadow-2 md:h-10"
        >
          <ArrowUp aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
          {t('browse.newAdsShow', {
            count,
            shown: `${count}${data?.isMore ? '+' : ''}`,
          })}
        </button>
      ) : null}
    </div>
  )
}
