import { UserSearch } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { formatDate } from '../../../ui/format.ts'
import { FindTab } from '../FindTab.tsx'
import { roleName, standingName } from '../state-words.ts'
import { type FoundPerson, findPeople } from './api.ts'
import { PersonPage } from './PersonPage.tsx'

/** /admin/people: search by name, email or link (`?q=`); one account's file (`?person=`). */
export function PeopleTab() {
  return (
    <FindTab
      kind="person"
      title={t('admin.people')}
      intro={t('admin.people.searchHint')}
      label={t('admin.people.searchLabel')}
      listLabel={t('admin.people.accountsFound')}
      find={findPeople}
      nothing={{
        icon: <UserSearch aria-hidden="true" strokeWidth={1.75} />,
        title: (q) => t('admin.people.noneFound', { query: q }),
        line: t('admin.people.noneFoundHint'),
      }}
      row={(person, open) => <Found key={person.id} person={person} onOpen={open} />}
      page={(id, back) => <PersonPage key={id} person={id} onBack={back} />}
    />
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
          {[
            person.city,
            t('admin.people.since', { date: formatDate(person.joined_at) }),
            t('common.ads', { count: person.active_ads }),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      {person.reports_about > 0 ? (
        <Badge tone="offer">{t('admin.reports', { count: person.reports_about })}</Badge>
      ) : null}
      {person.role === 'member' ? null : <Badge tone="info">{roleName(person.role)}</Badge>}
      {person.standing === 'good' ? null : <Badge tone="danger">{standingName(person.standing)}</Badge>}
    </li>
  )
}
