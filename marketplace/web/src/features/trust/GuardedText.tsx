import { useMutation } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { scamPattern } from '../../../../contract/scam-patterns.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Marked } from '../../ui/Marked.tsx'
import { reveal, sayHarmless } from './api.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { piecesOf } from './links.ts'
import { MessageText } from './MessageText.tsx'
import type { NoticedMessage, TrustContext } from './parts.ts'
import { ReportDialog } from './ReportDialog.tsx'
import { ReportMessage } from './ReportMessage.tsx'
import { useBlock } from './ThreadMenu.tsx'

/** Patterns whose text is covered, so that it is not seen or tapped by accident; links in any warned message are covered, too. */
const COVERED = new Set(['phishing_link', 'harassment'])

interface GuardedTextProps {
  message: NoticedMessage
  mine: boolean
  /** Renders the bubble around the text. */
  bubble: (words: ReactNode) => ReactNode
  context: TrustContext
}

/** The text of a message and, for a warned one, the reason below, with report and block actions. */
export function GuardedText({ message, mine, bubble, context }: GuardedTextProps) {
  const [shown, setShown] = useState(false)
  const text = message.body ?? ''
  const pattern = message.notice ? scamPattern(message.notice, currentLanguage()) : undefined
  if (mine) return <MyMasked message={message} bubble={bubble} />
  if (!pattern) {
    return (
      <ReportMessage message={message} context={context}>
        {bubble(<MessageText text={text} />)}
      </ReportMessage>
    )
  }
  const leadsAway = message.notice !== 'contact_detail' && piecesOf(text).some(({ url }) => url !== undefined)
  const isCovered = (COVERED.has(message.notice ?? '') || leadsAway) && !shown
  return (
    <>
      {bubble(
        isCovered ? (
          <>
            <span aria-hidden="true" className="select-none blur-[6px]">
              {text}
            </span>
            <span className="sr-only">{t('trust.hidden')}</span>
          </>
        ) : (
          <Marked text={text} passage={message.notice_sentence}>
            {(part) => <MessageText text={part} />}
          </Marked>
        ),
      )}
      <Warning
        title={pattern.title}
        advice={pattern.advice}
        message={message}
        context={context}
        onShow={isCovered ? () => setShown(true) : null}
      />
    </>
  )
}

/** Tells the sender what the other person cannot see yet. */
function MyMasked({ message, bubble }: Pick<GuardedTextProps, 'message' | 'bubble'>) {
  return (
    <>
      {bubble(<MessageText text={message.body ?? ''} />)}
      {message.masked ? (
        <p className="type-small max-w-[34rem] justify-self-end text-end text-ink-2">{t('trust.contactHidden')}</p>
      ) : null}
    </>
  )
}

interface WarningProps {
  title: string
  advice: string
  message: NoticedMessage
  context: TrustContext
  /** Null when nothing is covered. */
  onShow: (() => void) | null
}

function Warning({ title, advice, message, context, onShow }: WarningProps) {
  const [open, setOpen] = useState<'report' | 'block' | null>(null)
  const revealing = useMutation({ mutationFn: () => reveal(message.id) })
  const harmless = useMutation({ mutationFn: () => sayHarmless(message.id) })
  const close = (isOpen: boolean) => setOpen((was) => (isOpen ? was : null))
  const { otherId, otherName } = context
  const { isBlocked } = useBlock(context.myId, otherId, otherName)
  return (
    <aside
      aria-label={t('trust.warning', { title })}
      className="my-1 flex gap-3 rounded-panel bg-saffron-soft px-4 py-3.5 text-[14px]/5 text-saffron-ink"
    >
      <ShieldAlert aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
      <div className="grid min-w-0 gap-1.5">
        <p>
          <b>{title}.</b> {advice}
        </p>
        {revealing.data ? <p className="rounded-control bg-surface px-3 py-2 text-ink">{revealing.data}</p> : null}
        {revealing.isError ? <p role="alert">{sentenceOf(revealing.error)}</p> : null}
        <p className="flex flex-wrap gap-x-5">
          <Action onClick={() => setOpen('report')}>{t('common.report')}</Action>
          {/* The bar below offers to unblock. */}
          {isBlocked ? null : <Action onClick={() => setOpen('block')}>{t('trust.block')}</Action>}
          {harmless.isSuccess ? (
            <span role="status">{t('trust.thanksNoted')}</span>
          ) : (
            <Action onClick={() => harmless.mutate()}>
              {message.notice === 'harassment' ? t('trust.harmless') : t('trust.itsFine')}
            </Action>
          )}
          {onShow ? <Action onClick={onShow}>{t('trust.showAnyway')}</Action> : null}
          {message.masked && !revealing.data ? (
            <Action onClick={() => revealing.mutate()}>
              {revealing.isPending ? t('trust.oneMoment') : t('trust.showContactDetails')}
            </Action>
          ) : null}
        </p>
      </div>
      {open === 'report' ? (
        <ReportDialog
          open
          onOpenChange={close}
          isBlocked={isBlocked}
          suggested={message.notice === 'harassment' ? 'offensive' : 'scam'}
          target={{ kind: 'message', id: message.id, personId: otherId, personName: otherName, isChat: true }}
        />
      ) : null}
      {open === 'block' ? <BlockDialog open onOpenChange={close} person={{ id: otherId, name: otherName }} /> : null}
    </aside>
  )
}

function Action({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick} className="hit-44 font-semibold underline underline-offset-2">
      {children}
    </button>
  )
}
