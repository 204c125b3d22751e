import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../../../contract/paths.ts'
import { Trans } from '../../../i18n/Trans.tsx'
import { t } from '../../../i18n/t.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatTimeAgo } from '../../../ui/format.ts'
import { standingName } from '../state-words.ts'
import { DecisionForm } from './DecisionForm.tsx'
import { Evidence } from './Evidence.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { useQueueActs } from './queries.ts'
import type { QueueItem } from './types.ts'
import { headingOf, REASON, ruleName } from './words.ts'

/** One thing that waits: what was said of it, what it shows, whose it is, and the decision. */
export function QueueCard({ item }: { item: QueueItem }) {
  const [open, setOpen] = useState(false)
  const [file, setFile] = useState(false)
  const acts = useQueueActs()
  const heading = headingOf(item)
  const begin = () => {
    setOpen(true)
    if (item.kind === 'report' && !item.taken_by_me) acts.mutate({ act: 'take', reportId: item.id })
  }
  const when = { when: formatTimeAgo(item.since), priority: String(item.priority) }
  const takenByOther = item.kind === 'report' && item.taken
  return (
    <article className="panel p-5" aria-label={heading}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="type-h3">{heading}</h2>
          <p className="type-small text-ink-3">
            {item.person ? (
              <Trans
                message="{when}, priority {priority}, about <0>{name}</0>"
                values={{ ...when, name: item.person.display_name }}
                components={{
                  0: <button type="button" className="hit-44 font-semibold text-brand" onClick={() => setFile(true)} />,
                }}
              />
            ) : (
              t('{when}, priority {priority}', when)
            )}
            {item.person && item.person.standing !== 'good' ? ` (${standingName(item.person.standing)})` : ''}
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          {item.kind === 'report'
            ? item.reasons.map((reason) => (
                <Badge key={reason} tone={reason === 'scam' ? 'danger' : 'neutral'}>
                  {REASON[reason] ?? reason}
                </Badge>
              ))
            : null}
          {item.kind === 'ad' && item.rule ? <Badge tone="saffron">{ruleName(item.rule)}</Badge> : null}
          {item.kind === 'message' ? <Badge tone="saffron">{item.pattern}</Badge> : null}
        </div>
      </header>
      <Evidence item={item} />
      {takenByOther ? <p className="mt-3 text-ink-3">{t('Somebody else is looking at this one.')}</p> : null}
      {open ? <DecisionForm item={item} onCancel={() => setOpen(false)} /> : null}
      <div className="mt-4 flex flex-wrap items-center gap-4">
        {!open && !takenByOther ? (
          <Button variant="secondary" onClick={begin} aria-label={t('Decide: {what}', { what: heading })}>
            {t('Decide')}
          </Button>
        ) : null}
        {item.kind === 'report' && item.target_kind === 'listing' ? (
          <Link
            to={paths.listing(item.target_id)}
            className="inline-flex min-h-11 items-center font-semibold text-brand"
          >
            {t('Open the ad')}
          </Link>
        ) : null}
      </div>
      {file && item.person ? <PersonDialog person={item.person.id} onClose={() => setFile(false)} /> : null}
    </article>
  )
}
