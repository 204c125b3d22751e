import { paths } from '../../../../../contract/paths.ts'
import { inSentence } from '../../../i18n/in-sentence.ts'
import { t } from '../../../i18n/t.ts'
import { Link } from '../../../lib/router.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { formatCount, formatDate } from '../../../ui/format.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { adState, appealState, roleName, standingName } from '../state-words.ts'
import { DirectDecision } from './DirectDecision.tsx'
import { usePersonFile } from './queries.ts'
import type { Action, PersonFile } from './types.ts'
import { ACTION, TARGET } from './words.ts'

/** An account's file and a decision about it. Opening it is recorded in the audit log. */
export function PersonDialog({ person, onClose }: { person: string; onClose: () => void }) {
  const file = usePersonFile(person)
  return (
    <Dialog
      onClose={onClose}
      title={file.data?.display_name ?? t('shell.account')}
      description={t('admin.queue.personHint')}
      kind="sheet"
    >
      {file.isPending ? <Skeleton className="h-40 rounded-card" /> : null}
      {file.isLoadingError ? <LoadFailed as="h3" onRetry={() => void file.refetch()} /> : null}
      {file.data ? <PersonFacts file={file.data} /> : null}
      {file.data ? <DecideAboutPerson person={person} onDone={onClose} /> : null}
    </Dialog>
  )
}

export function PersonFacts({ file }: { file: PersonFile }) {
  const ads = Object.entries(file.ads ?? {})
  const rows: [string, string][] = [
    [
      t('admin.queue.standing'),
      file.standing_until
        ? t('admin.queue.standingUntil', {
            standing: standingName(file.standing),
            date: formatDate(file.standing_until),
          })
        : standingName(file.standing),
    ],
    [
      t('admin.queue.memberSince'),
      t('admin.queue.accountLine', {
        date: formatDate(file.joined_at),
        level: String(file.trust_level),
        role: roleName(file.role),
      }),
    ],
    [
      t('common.confirmed'),
      [file.email_verified && t('admin.queue.emailAddress'), file.phone_verified && t('admin.queue.phoneNumber')]
        .filter(Boolean)
        .join(', ') || t('admin.queue.nothing'),
    ],
    [
      t('admin.ads'),
      ads.map(([state, count]) => `${formatCount(count)} ${adState(state)}`).join(', ') || t('admin.queue.none'),
    ],
    [t('admin.queue.conversationsBegun'), formatCount(file.conversations_begun_30_days)],
    [t('admin.queue.messagesGuarded'), formatCount(file.messages_warned_or_held)],
    [
      t('common.reports'),
      t('admin.queue.reportsAboutAndBy', {
        about: formatCount(file.reports_about),
        by: formatCount(file.reports_by),
      }),
    ],
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
          <h3 className="font-semibold">{t('admin.queue.lastAds')}</h3>
          <ul>
            {file.last_ads.map((ad) => (
              <li key={ad.id}>
                <Link to={`${paths.adminTab('ads')}?ad=${ad.id}`} className="text-brand">
                  {ad.title || t('admin.untitled')}
                </Link>{' '}
                <span className="type-small text-ink-3">{adState(ad.state)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {file.decisions.length > 0 ? (
        <section>
          <h3 className="font-semibold">{t('common.decisions')}</h3>
          <ul className="grid gap-1">
            {file.decisions.map((decision) => (
              <li key={decision.no} className="text-ink-2">
                {t('admin.queue.decisionLine', {
                  number: String(decision.no),
                  date: formatDate(decision.at),
                  action: inSentence(ACTION[decision.action]),
                  what: inSentence(TARGET[decision.target_kind]),
                })}{' '}
                {decision.statement} {decision.appeal_state ? appealState(decision.appeal_state) : ''}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

const ABOUT_PEOPLE: readonly Action[] = ['warn', 'limit', 'suspend', 'ban']

/** Warns, limits, suspends or bans, with reasons for the user. */
export function DecideAboutPerson({ person, onDone }: { person: string; onDone: () => void }) {
  return (
    <DirectDecision
      target={{ kind: 'profile', id: person }}
      title={t('admin.queue.decideAccount')}
      actions={ABOUT_PEOPLE}
      actionHint={t('admin.queue.sevenDaysHint')}
      readBy={t('admin.queue.accountReasonHint')}
      className="mt-6 grid gap-3 border-t border-line pt-4"
      onDone={onDone}
    />
  )
}
