import { useQuery } from '@tanstack/react-query'
import { PackageX } from 'lucide-react'
import { paths } from '../../../../../contract/paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { ListingGrid } from '../ListingGrid.tsx'
import { freshListingsQuery } from '../queries.ts'

/** `missing`: the address cannot be one of an ad. `gone`: it can, and nobody may read it any more. */
export function Gone({ kind }: { kind: 'missing' | 'gone' }) {
  usePageTitle(kind === 'gone' ? 'This ad is gone' : 'No such ad')
  const fresh = useQuery(freshListingsQuery(null, null))
  const items = fresh.data?.items.slice(0, 5) ?? []
  return (
    <main className="container-page pt-8 md:pt-14">
      <EmptyState
        as="h1"
        icon={<PackageX strokeWidth={1.75} />}
        title={kind === 'gone' ? 'This ad is gone' : 'This stall has packed up'}
        line={
          kind === 'gone'
            ? 'Its time was over, or its seller took it down.'
            : 'There is no ad at this address. It may have a typo.'
        }
        action={<LinkButton to={paths.browse}>Browse everything</LinkButton>}
      />
      {items.length > 0 ? (
        <section aria-labelledby="instead" className="mt-12">
          <h2 id="instead" className="type-h2 mb-4">
            Fresh on the stalls
          </h2>
          <ListingGrid items={items} kind="wide" label="The newest ads" />
        </section>
      ) : null}
    </main>
  )
}
