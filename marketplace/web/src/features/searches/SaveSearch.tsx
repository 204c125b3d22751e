import { useQuery } from '@tanstack/react-query'
import { BellPlus, BellRing } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { navigate } from '../../lib/router.tsx'
import { useLinked } from '../../lib/use-linked.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { useAuth } from '../auth/AuthProvider.tsx'
import { rememberDestination } from '../auth/return-to.ts'
import { isSearch, keptAddress, withExcluded } from './address.ts'
import { searchesQuery } from './queries.ts'
import type { SearchToSave } from './types.ts'

const SaveSearchDialog = lazy(async () => ({ default: (await import('./SaveSearchDialog.tsx')).SaveSearchDialog }))

interface SaveSearchProps {
  search: SearchToSave
  className?: string
  /** Label of the button. */
  label?: string
  /** Styled as the primary action. */
  isMain?: boolean
}

/** Saves the current search, or links to it if already saved. Renders nothing without any filter. */
export function SaveSearch({ search, className, label = t('searches.saveSearch'), isMain = false }: SaveSearchProps) {
  const { user } = useAuth()
  const saved = useQuery(searchesQuery(user?.id ?? null))
  const [isOpen, setOpen] = useState(false)
  if (!isSearch(search.search)) return null

  const excluded = [search.search.exclude ?? []].flat()
  const address = withExcluded(keptAddress(search.address), excluded)
  if (saved.data?.some((one) => one.address === address)) {
    return (
      <LinkButton to={paths.searches} variant="soft" size="s" className={className}>
        <BellRing aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
        {t('searches.searchSaved')}
      </LinkButton>
    )
  }
  const open = () => {
    if (user) return setOpen(true)
    rememberDestination(paths.savingOf(`${paths.browse}?${search.address}`))
    navigate(paths.auth)
  }
  return (
    <>
      <Button variant={isMain ? 'primary' : 'secondary'} size={isMain ? 'm' : 's'} onClick={open} className={className}>
        <BellPlus aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
        {label}
      </Button>
      {isOpen && user ? <LazyDialog search={search} userId={user.id} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Saves the current search if a link to the page asks for it, whatever is found. */
export function SaveLinkedSearch({ search }: { search: SearchToSave }) {
  const { user } = useAuth()
  const [isOpen, setOpen] = useState(false)
  useLinked(paths.savingOf(''), () => setOpen(true), user !== null && isSearch(search.search))
  return isOpen && user ? <LazyDialog search={search} userId={user.id} onClose={() => setOpen(false)} /> : null
}

function LazyDialog(props: { search: SearchToSave; userId: string; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <SaveSearchDialog {...props} />
    </Suspense>
  )
}
