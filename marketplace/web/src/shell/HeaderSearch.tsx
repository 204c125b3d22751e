import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../../contract/paths.ts'
import { SearchBar } from '../features/listings/SearchBar.tsx'
import { t } from '../i18n/t.ts'

/** The header's search: goes to /browse, keeping the filters if already there. */
export function HeaderSearch({ className }: { className?: string }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(pathname === paths.browse ? search : '')
  const searchFor = (q: string) => {
    const next = new URLSearchParams(params)
    if (q) next.set('q', q)
    else next.delete('q')
    next.delete('page')
    navigate(`${paths.browse}${next.size ? `?${next}` : ''}`)
  }
  return (
    <search className={className}>
      <SearchBar
        query={params.get('q') ?? ''}
        placeholder={t('shell.searchNearby')}
        onSearch={searchFor}
        className="h-12 pe-1.5 transition-shadow focus-within:border-focus focus-within:shadow-[0_0_0_1.5px_var(--focus)]"
        textClass="text-[15px]"
      />
    </search>
  )
}
