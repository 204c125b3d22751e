import { useQuery } from '@tanstack/react-query'
import { EyeOff, type LucideIcon, PackageX, SearchX } from 'lucide-react'
import { paths } from '../../../../../contract/paths.ts'
import { inSmallLetters } from '../../../i18n/in-sentence.ts'
import { t } from '../../../i18n/t.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { HelpButton } from '../../../ui/HelpButton.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { ListingGrid } from '../ListingGrid.tsx'
import type { ListingItem } from '../listing.ts'
import { categoriesQuery, freshListingsQuery } from '../queries.ts'
import { newestOfQuery } from './queries.ts'

/** `missing`: there was never an ad at this URL. `gone`: there was one. `hidden`: moderators are holding it back. */
export type Absence = 'missing' | 'gone' | 'hidden'

const WORDS: Record<Absence, { icon: LucideIcon; title: string; line: string }> = {
  missing: {
    icon: SearchX,
    title: t('listing.noAdHere'),
    line: t('listing.gone.neverExisted'),
  },
  gone: { icon: PackageX, title: t('listing.adGone'), line: t('listing.gone.over') },
  hidden: {
    icon: EyeOff,
    title: t('listing.gone.hidden'),
    line: t('listing.gone.hiddenHint'),
  },
}

const SHOWN = 5

/** Says why there is no ad at this URL, and shows alternatives. */
export function Gone({ kind, category = null }: { kind: Absence; category?: string | null }) {
  const { icon: Icon, title, line } = WORDS[kind]
  usePageTitle(title)
  const { data: tree } = useQuery(categoriesQuery)
  const name = category ? tree?.bySlug.get(category)?.name : undefined
  return (
    <main className="container-page pt-2 md:pt-14">
      {/* Phones have no header here. */}
      <div className="-me-2.5 flex justify-end md:hidden">
        <HelpButton />
      </div>
      <EmptyState
        as="h1"
        icon={<Icon strokeWidth={1.75} />}
        title={title}
        line={line}
        action={
          <>
            {category && name ? (
              <LinkButton to={paths.category(category)}>
                {t('listing.gone.seeAll', { name: inSmallLetters(name) })}
              </LinkButton>
            ) : null}
            <LinkButton to={paths.browse} variant={category && name ? 'secondary' : 'primary'}>
              {t('common.browseEverything')}
            </LinkButton>
          </>
        }
      />
      {category && name ? <OfCategory category={category} name={name} /> : <Fresh />}
    </main>
  )
}

function OfCategory({ category, name }: { category: string; name: string }) {
  const page = useQuery(newestOfQuery(category))
  const items = page.data?.items ?? []
  if (items.length === 0) return page.isPending ? null : <Fresh />
  return <Instead heading={t('listing.gone.newestIn', { name: inSmallLetters(name) })} items={items} />
}

function Fresh() {
  const fresh = useQuery(freshListingsQuery(null, null))
  const items = fresh.data?.items.slice(0, SHOWN) ?? []
  return items.length > 0 ? <Instead heading={t('home.fresh.title')} items={items} /> : null
}

function Instead({ heading, items }: { heading: string; items: readonly ListingItem[] }) {
  return (
    <section aria-labelledby="instead" className="mt-12">
      <h2 id="instead" className="type-h2 mb-4">
        {heading}
      </h2>
      <ListingGrid items={items} kind="wide" label={heading} />
    </section>
  )
}
