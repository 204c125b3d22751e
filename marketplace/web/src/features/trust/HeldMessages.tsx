import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleX, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { scamPattern } from '../../../../contract/scam-patterns.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { t } from '../../i18n/t.ts'
import { keys } from '../../lib/data/query-keys.ts'
import { Link } from '../../lib/router.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { appeal, DETAIL_LIMIT, type Held } from './api.ts'
import type { TrustContext } from './parts.ts'
import { heldQuery } from './queries.ts'

interface HeldMessagesProps {
  context: TrustContext
  /** Renders the bubble around the text. */
  bubble: (words: string, key: string) => React.ReactNode
}

/** The user's undelivered messages of this conversation: the reason, and a way to ask for a review. */
export function HeldMessages({ context, bubble }: HeldMessagesProps) {
  const { data = [] } = useQuery(heldQuery(context.conversationId, context.myId))
  return data.map((held) => (
    <div key={held.id} className="grid gap-1.5">
      {bubble(held.body, held.id)}
      <Fate held={held} conversationId={context.conversationId} />
    </div>
  ))
}

function Fate({ held, conversationId }: { held: Held; conversationId: string }) {
  const [asks, setAsks] = useState(false)
  const pattern = scamPattern(held.pattern, currentLanguage())
  const Icon = held.state === 'held' ? Hourglass : CircleX
  return (
    <div className="flex max-w-[34rem] gap-2.5 justify-self-end rounded-panel border border-line bg-surface px-4 py-3 text-[14px]/5">
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0 text-ink-2" />
      <div className="grid gap-1.5">
        <p role="status">
          <b>{HEADINGS[held.state]}</b> {held.statement ?? (pattern ? `${pattern.title}.` : '')}
        </p>
        {held.appealed_at !== null && held.state !== 'refused' ? (
          <p className="text-ink-2">{t('trust.held.askedHint')}</p>
        ) : null}
        {held.state === 'refused' ? (
          <p>
            <Link to={`${paths.contact}?topic=deal`} className="hit-44 font-semibold underline underline-offset-2">
              {t('trust.held.disagree')}
            </Link>
          </p>
        ) : null}
        {held.appealed_at === null && held.state !== 'refused' ? (
          <p>
            <button
              type="button"
              className="hit-44 font-semibold underline underline-offset-2"
              onClick={() => setAsks(true)}
            >
              {t('trust.held.mistake')}
            </button>
          </p>
        ) : null}
      </div>
      {asks ? <AppealDialog held={held} conversationId={conversationId} onClose={() => setAsks(false)} /> : null}
    </div>
  )
}

const HEADINGS: Record<Held['state'], string> = {
  held: t('trust.held.waiting'),
  blocked: t('trust.held.notDelivered'),
  refused: t('trust.held.checkedNotDelivered'),
  released: t('trust.held.delivered'),
}

function AppealDialog({ held, conversationId, onClose }: { held: Held; conversationId: string; onClose: () => void }) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const asking = useMutation({
    mutationFn: () => appeal(held.id, reason.trim()),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.thread(conversationId, 'held') })
      onClose()
    },
  })
  const length = [...reason].length
  const tooLong = length > DETAIL_LIMIT
  return (
    <Dialog
      onClose={onClose}
      title={t('trust.held.askPerson')}
      description={t('trust.held.hint')}
      footer={
        <Button
          disabled={reason.trim() === '' || tooLong}
          loading={asking.isPending}
          loadingLabel={t('common.sending')}
          onClick={() => asking.mutate()}
        >
          {t('common.send')}
        </Button>
      }
    >
      <TextAreaField
        label={t('trust.held.why')}
        hint={t('trust.held.length', { count: length, most: DETAIL_LIMIT })}
        error={asking.error?.message ?? (tooLong ? t('trust.held.tooLong', { most: DETAIL_LIMIT }) : undefined)}
        rows={4}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  )
}
