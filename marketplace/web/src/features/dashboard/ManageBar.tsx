import { Search } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { COUNTS, type Counted, SORTS, type Sort } from './manage.ts'

export interface Arrangement {
  readonly words: string
  readonly sort: Sort
  readonly counted: Counted
}

interface ManageBarProps {
  value: Arrangement
  onChange: (change: Partial<Arrangement>) => void
}

export function ManageBar({ value, onChange }: ManageBarProps) {
  return (
    <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3 md:px-5">
      <div className="min-w-48 flex-1">
        <Input
          type="search"
          aria-label={t('dashboard.searchYourListings')}
          placeholder={t('dashboard.searchYourListings')}
          value={value.words}
          onChange={(event) => onChange({ words: event.target.value })}
          before={<Search aria-hidden="true" strokeWidth={1.75} className="size-5" />}
          className="h-11 md:h-10"
        />
      </div>
      <Select
        aria-label={t('common.order')}
        size="s"
        value={value.sort}
        onChange={(event) => onChange({ sort: event.target.value as Sort })} // the options are the keys of SORTS
      >
        {Object.entries(SORTS).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('dashboard.figuresOf')}
        size="s"
        value={value.counted}
        onChange={(event) => onChange({ counted: event.target.value as Counted })} // the options are the keys of COUNTS
      >
        {(['ever', '30', '7'] as const).map((counted) => (
          <option key={counted} value={counted}>
            {COUNTS[counted]}
          </option>
        ))}
      </Select>
    </div>
  )
}
