import { PenLine, X } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { formatTimeAgo } from '../../ui/format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { useNewestDraft } from './queries.ts'

/** Offers the ad that was begun last. It stays out of the way: the empty form below works at once. */
export function DraftOffer({ userId }: { userId: string }) {
  const draft = useNewestDraft(userId)
  const [isClosed, setIsClosed] = useState(false)
  // A failure here is not worth a word: the drafts are on the dashboard, too.
  if (isClosed || !draft.data) return null
  const { id, title, updated_at } = draft.data
  return (
    <section
      aria-label={t('Unfinished ad')}
      className="mb-8 flex items-center gap-3 rounded-panel bg-brand-soft py-3 ps-4 pe-2 text-brand-ink md:ms-13"
    >
      <PenLine aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 text-[14px]/5">
        <span className="block truncate font-semibold">{title || t('An ad without a title')}</span>
        <span className="text-ink-2">{t('Not finished, {when}', { when: formatTimeAgo(updated_at) })}</span>
      </p>
      <LinkButton to={paths.editPost(id)} size="s">
        {t('Continue')}
      </LinkButton>
      <IconButton label={t('Start a new ad instead')} onClick={() => setIsClosed(true)}>
        <X aria-hidden="true" strokeWidth={1.75} className="size-5" />
      </IconButton>
    </section>
  )
}
