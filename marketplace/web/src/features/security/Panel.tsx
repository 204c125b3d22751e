import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { SettingRow } from '../../ui/SettingsGroup.tsx'
import { Skeleton, useDelayed } from '../../ui/Skeleton.tsx'

interface PanelProps {
  title: string
  line: ReactNode
  /** Control beside the title, shown after loading. */
  action?: ReactNode
  /** Omit for rows that load nothing. */
  query?: { isPending: boolean; isError: boolean; refetch: () => unknown }
  children?: ReactNode
}

/** A security setting with loading and error states. */
export function Panel({ title, line, action, query, children }: PanelProps) {
  const isLate = useDelayed(query?.isPending ?? false)
  const isThere = query === undefined || !(query.isPending || query.isError)
  return (
    <SettingRow
      title={title}
      line={line}
      action={
        isThere ? action : query.isPending ? <Skeleton className={cx('h-9 w-28', !isLate && 'invisible')} /> : null
      }
    >
      {query?.isError ? <LoadFailed as="h3" onRetry={() => void query.refetch()} /> : null}
      {isThere ? children : null}
    </SettingRow>
  )
}
