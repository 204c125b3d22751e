import { Link } from 'react-router'
import { paths } from '../../../../../contract/paths.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { formatDate, plural } from '../../../ui/format.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { DirectDecision } from './DirectDecision.tsx'
import { usePersonFile } from './queries.ts'
import type { Action, PersonFile } from './types.ts'
import { ACTION, TARGET } from './words.ts'

/** What is known of one account, and a decision about it. Opening it leaves a line in the audit log. */
export function PersonDialog({ person, onClose }: { person: string; onClose: () => void }) {
  const file = usePersonFile(person)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={file.data?.display_name ?? 'Account'}
      description="No address, no phone number, no message. That you looked is noted."
      kind="sheet"
    >
      {file.isPending ? <Skeleton className="h-40 rounded-card" /> : null}
      {file.isError ? <LoadFailed what="this account" as="h3" onRetry={() => void file.refetch()} /> : null}
      {file.data ? <PersonFacts file={file.data} /> : null}
      {file.data ? <DecideAboutPerson person={person} onDone={onClose} /> : null}
    </Dialog>
  )
}

/** What may be known of an account. */
export function PersonFacts({ file }: { file: PersonFile }) {
  const ads = Object.entries(file.ads ?? {})
  const rows: [string, string][] = [
    ['Standing', file.standing_until ? `${file.standing} until ${formatDate(file.standing_until)}` : file.standing],
    ['Here since', `${formatDate(file.joined_at)}, trust level ${file.trust_level}, ${file.role}`],
    [
      'Confirmed',
      [file.email_verified && 'email', file.phone_verified && 'phone'].filter(Boolean).join(', ') || 'nothing',
    ],
    ['Ads', ads.map(([state, count]) => `${count} ${state}`).join(', ') || 'none'],
    ['Conversations begun in 30 days', String(file.conversations_begun_30_days)],
    ['Messages warned, masked or held', String(file.messages_warned_or_held)],
    ['Reports', `${plural(file.reports_about, 'report')} about them, ${file.reports_by} by them`],
  ]
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 sm:grid-cols-[auto_minmax(0,1fr)]">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {file.last_ads.length > 0 ? (
        <section>
          <h3 className="font-semibold">Last ads</h3>
          <ul>
            {file.last_ads.map((ad) => (
              <li key={ad.id}>
                <Link to={`${paths.adminTab('ads')}?ad=${ad.id}`} className="text-brand">
                  {ad.title || 'Untitled'}
                </Link>{' '}
                <span className="type-small text-ink-3">{ad.state}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {file.decisions.length > 0 ? (
        <section>
          <h3 className="font-semibold">Decisions</h3>
          <ul className="grid gap-1">
            {file.decisions.map((decision) => (
              <li key={decision.no} className="text-ink-2">
                No. {decision.no}, {formatDate(decision.at)}: {ACTION[decision.action].toLowerCase()} (
                {TARGET[decision.target_kind].toLowerCase()}). {decision.statement}
                {decision.appeal_state ? ` Appeal: ${decision.appeal_state}.` : ''}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

const ABOUT_PEOPLE: readonly Action[] = ['warn', 'limit', 'suspend', 'ban']

/** A warning, a limit, a suspension or a ban, with the reasons that the person reads. */
export function DecideAboutPerson({ person, onDone }: { person: string; onDone: () => void }) {
  return (
    <DirectDecision
      target={{ kind: 'profile', id: person }}
      title="Decide about this account"
      actions={ABOUT_PEOPLE}
      actionHint="Limits and suspensions last seven days."
      readBy="the person concerned"
      className="mt-6 grid gap-3 border-t border-line pt-4"
      onDone={onDone}
    />
  )
}
