import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { Badge } from '../../../ui/Badge.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatDate, plural } from '../../../ui/format.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { SearchForm } from '../SearchForm.tsx'
import { type FoundPerson, findPeople } from './api.ts'
import { PersonPage } from './PersonPage.tsx'

/** /admin/people: an account by name, address or link (`?q=`), and everything that may be known of one (`?person=`). */
export function PeopleTab() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const person = search.get('person')
  const found = useQuery({
    queryKey: ['admin', 'people', q],
    queryFn: () => findPeople(q),
    enabled: q.length >= 2 && person === null,
    staleTime: 0,
  })
  if (person) return <PersonPage key={person} person={person} onBack={() => setSearch(q ? { q } : {})} />
  return (
    <>
      <h1 className="type-h1">People</h1>
      <p className="mt-1 mb-5 max-w-2xl text-ink-2">
        Find an account by its name, its whole e-mail address, or a link to its stall. Opening one is noted in the audit
        log.
      </p>
      <SearchForm
        key={q}
        label="Name, e-mail address or link"
        value={q}
        onSearch={(asked) => setSearch(asked ? { q: asked } : {})}
      />
      {found.isError ? (
        <div className="panel mt-5 p-6">
          <LoadFailed what="the accounts" onRetry={() => void found.refetch()} />
        </div>
      ) : null}
      <div role="status" className="mt-5">
        {found.data?.length === 0 ? (
          <div className="panel p-8">
            <EmptyState
              icon={<UserSearch aria-hidden="true" strokeWidth={1.75} />}
              title={`Nobody for “${q}”`}
              line="Two letters of a name are enough; an address has to be whole."
            />
          </div>
        ) : null}
        {found.data && found.data.length > 0 ? (
          <ul aria-label="Accounts found" className="panel divide-y divide-line px-4 md:px-5">
            {found.data.map((one) => (
              <Found
                key={one.id}
                person={one}
                onOpen={() => setSearch(q ? { q, person: one.id } : { person: one.id })}
              />
            ))}
          </ul>
        ) : null}
      </div>
    </>
  )
}

function Found({ person, onOpen }: { person: FoundPerson; onOpen: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <button
          type="button"
          onClick={onOpen}
          className="hit-44 text-start font-semibold hover:text-brand hover:underline"
        >
          {person.display_name}
        </button>
        <p className="type-small text-ink-2">
          {[person.city, `since ${formatDate(person.joined_at)}`, plural(person.active_ads, 'ad')]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      {person.reports_about > 0 ? <Badge tone="offer">{plural(person.reports_about, 'report')}</Badge> : null}
      {person.role === 'member' ? null : <Badge tone="info">{person.role}</Badge>}
      {person.standing === 'good' ? null : <Badge tone="danger">{person.standing}</Badge>}
    </li>
  )
}
