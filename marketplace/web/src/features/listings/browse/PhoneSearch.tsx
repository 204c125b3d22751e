import { ArrowLeft } from 'lucide-react'
import { paths } from '../../../../../contract/paths.ts'
import { type SearchState, writeSearch } from '../../../../../contract/search/search-state.ts'
import { t } from '../../../i18n/t.ts'
import { goBack, navigate } from '../../../lib/router.tsx'
import { HelpButton } from '../../../ui/HelpButton.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { SearchBar } from '../SearchBar.tsx'

/** The search bar of /browse on phones, in place of the header: a back button and the query. */
export function PhoneSearch({ state }: { state: SearchState }) {
  const searchFor = (q: string) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    navigate(`${paths.browse}?${writeSearch({ ...state, q, sort: null, page: 1 })}`)
  }

  return (
    <div className="sticky top-(--banner) z-20 flex items-center gap-1 border-b border-line bg-paper py-2 px-1 md:hidden">
      <IconButton icon={ArrowLeft} label={t('common.back')} onClick={() => goBack(paths.home)} />
      <search className="min-w-0 flex-1">
        <SearchBar
          query={state.q}
          placeholder={t('home.hero.lookingFor')}
          onSearch={searchFor}
          className="h-12 pe-0.5 focus-within:border-focus focus-within:shadow-[0_0_0_1.5px_var(--focus)]"
        />
      </search>
      <HelpButton />
    </div>
  )
}
