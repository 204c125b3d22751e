import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { sentenceOf } from '../../../lib/data/failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextAreaField } from '../../../ui/fields.tsx'
import { formatCount } from '../../../ui/format.ts'
import { isSendKey } from '../../../ui/is-send-key.ts'
import type { ListingDetail } from '../listing.ts'
import { startConversation } from './queries.ts'

const MAX_LENGTH = 2000
const COUNT_FROM = 1800

interface MessageDialogProps {
  listing: ListingDetail
  /** Suggested questions, editable before sending. */
  questions: readonly string[]
  signedIn: boolean
  /** The ad can be paid for here; the page says how. */
  isProtected: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called when a visitor sends: the text is kept while they sign in. */
  onSignIn: () => void
  onSent: (conversationId: string) => void
}

/** The first message to a seller. Visitors can write it too: they sign in when sending. */
export function MessageDialog(props: MessageDialogProps) {
  const { listing, questions, signedIn, isProtected, open, onOpenChange, onSignIn, onSent } = props
  const [draft, setDraft] = useState(() => readMessageDraft(listing.id) ?? newDraft())
  const [empty, setEmpty] = useState(false)
  const send = useMutation({
    mutationFn: ({ body, clientId }: MessageDraft) =>
      startConversation({ listingId: listing.id, body: body.trim(), clientId }),
    onSuccess: (conversationId) => {
      keepMessageDraft(listing.id, null)
      onSent(conversationId)
    },
  })
  const write = (body: string) => {
    const next = { ...draft, body }
    setDraft(next)
    setEmpty(false)
    keepMessageDraft(listing.id, next)
  }
  const submit = () => {
    if (!draft.body.trim()) return setEmpty(true)
    if (send.isPending) return
    if (!signedIn) return onSignIn()
    send.mutate(draft)
  }
  const length = [...draft.body].length
  const problem = empty ? t('listing.messageEmpty') : send.isError ? sentenceOf(send.error) : null

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('listing.messageTo', { name: listing.seller.display_name })}
      description={t('common.aboutTitle', { title: listing.title })}
      footer={
        <Button
          size="lg"
          className="max-sm:flex-1"
          loading={send.isPending}
          loadingLabel={t('common.sending')}
          onClick={submit}
        >
          {signedIn ? t('listing.sendMessage') : t('listing.signInAndSend')}
        </Button>
      }
    >
      <div className="-mx-4 mb-3 flex gap-2 overflow-x-auto px-4 sm:mx-0 sm:flex-wrap sm:px-0">
        {questions.map((question) => (
          <Chip key={question} onClick={() => write(draft.body.trim() ? `${draft.body.trim()} ${question}` : question)}>
            {question}
          </Chip>
        ))}
      </div>
      <TextAreaField
        label={t('listing.yourMessage')}
        error={problem ?? undefined}
        hint={signedIn ? undefined : t('listing.signInFirst')}
        aside={
          length >= COUNT_FROM
            ? t('listing.lengthOf', { count: formatCount(length), count2: formatCount(MAX_LENGTH) })
            : undefined
        }
        ref={focusOnOpen}
        rows={4}
        maxLength={MAX_LENGTH}
        value={draft.body}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return
          event.preventDefault()
          submit()
        }}
      />
      {isProtected ? null : <p className="type-small mt-3 text-ink-3">{t('listing.messageSafety')}</p>}
    </Dialog>
  )
}

/** Without this the focus would start on the close button. */
function focusOnOpen(field: HTMLTextAreaElement | null): void {
  field?.focus()
}

function newDraft(): MessageDraft {
  return { body: '', clientId: crypto.randomUUID() }
}

/**
 * A draft of a first message, kept in this tab while the visitor signs in. The client id is stored with it, so that sending it twice
 * creates one message.
 */
interface MessageDraft {
  body: string
  clientId: string
}

const keyOf = (listingId: string) => `message-draft:${listingId}`

function readMessageDraft(listingId: string): MessageDraft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(listingId)) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('body' in stored) || !('clientId' in stored)) return null
    const { body, clientId } = stored
    return typeof body === 'string' && typeof clientId === 'string' ? { body, clientId } : null
  } catch {
    // Storage is blocked or corrupt: no draft.
    return null
  }
}

/** Null deletes the draft. */
function keepMessageDraft(listingId: string, draft: MessageDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(listingId), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(listingId))
  } catch {
    // Storage is blocked: the text lasts as long as the page.
  }
}
