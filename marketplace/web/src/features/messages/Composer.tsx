import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Chip } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { isSendKey } from '../../ui/is-send-key.ts'
import { PhotosOnTheirWay, PhotoTool } from './PhotoTool.tsx'
import { usePhotoSending } from './use-photo-sending.ts'

const MESSAGE_LIMIT = 2000
const COUNTER_FROM = 1800
const MAX_HEIGHT_PX = 160

interface ComposerProps {
  conversationId: string
  myId: string
  /** First name of the recipient. */
  to: string
  onSend: (body: string) => void
  onTyping: () => void
  /** Shown before the field. */
  tool?: ReactNode
  /** Suggested texts; a tap puts one into the empty field. */
  quickWords?: readonly string[]
}

/** The message field: Enter sends, Shift+Enter inserts a line break. Drafts are stored per conversation. */
export function Composer({ conversationId, myId, to, onSend, onTyping, tool, quickWords = [] }: ComposerProps) {
  const [body, setBody] = useState(() => readDraft(localStorage, conversationId))
  const input = useRef<HTMLTextAreaElement>(null)
  const photos = usePhotoSending(conversationId, myId)
  // In code points, as the server counts.
  const length = [...body].length
  const blank = body.trim() === ''
  const tooLong = length > MESSAGE_LIMIT

  useEffect(() => keepDraft(localStorage, conversationId, body), [conversationId, body])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const field = input.current
    if (!field) return
    field.style.height = 'auto'
    field.style.height = `${Math.min(field.scrollHeight, MAX_HEIGHT_PX)}px`
  }, [body])

  function send(): void {
    if (blank || tooLong) return
    onSend(body.trim())
    setBody('')
    forgetDraft(localStorage, conversationId)
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isSendKey(event)) return
    event.preventDefault()
    send()
  }

  return (
    <>
      <PhotosOnTheirWay sending={photos} />
      {body === '' && quickWords.length > 0 ? (
        <ul aria-label={t('messages.quickWords')} className="scrollbar-none flex gap-2 overflow-x-auto pb-3">
          {quickWords.map((words) => (
            <li key={words} className="shrink-0">
              <Chip
                onClick={() => {
                  setBody(words)
                  input.current?.focus()
                }}
              >
                {words}
              </Chip>
            </li>
          ))}
        </ul>
      ) : null}
      <form
        className="flex items-end gap-2.5"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <PhotoTool sending={photos} />
        {tool}
        <div className="min-w-0 flex-1">
          <textarea
            ref={input}
            rows={1}
            value={body}
            aria-label={t('messages.writeTo', { to })}
            aria-invalid={tooLong || undefined}
            aria-describedby={length >= COUNTER_FROM ? 'composer-count' : undefined}
            placeholder={t('messages.writeTo', { to })}
            enterKeyHint="send"
            onChange={(event) => {
              setBody(event.target.value)
              if (event.target.value.trim()) onTyping()
            }}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const files = [...event.clipboardData.files]
              if (files.length === 0) return
              event.preventDefault()
              photos.add(files)
            }}
            className="block w-full resize-none rounded-[24px] border border-line-strong bg-surface px-5 py-[11px] text-[16px]/6 focus:border-focus focus:shadow-[0_0_0_1.5px_var(--focus)] focus:outline-none aria-invalid:border-danger md:text-[15px]/6"
          />
          {length >= COUNTER_FROM ? (
            <p
              id="composer-count"
              aria-live="polite"
              className={cx('type-micro tnum px-5 pt-1', tooLong ? 'text-danger-ink' : 'text-ink-3')}
            >
              {tooLong
                ? t('messages.tooLong', { number: length - MESSAGE_LIMIT })
                : t('common.countOfMost', { count: length, most: MESSAGE_LIMIT })}
            </p>
          ) : null}
        </div>
        <button
          type="submit"
          aria-label={t('common.send')}
          aria-disabled={blank || tooLong || undefined}
          className="grid size-12 shrink-0 place-items-center rounded-full bg-brand text-on-brand transition-colors aria-disabled:opacity-45 enabled-hover:bg-brand-strong"
        >
          <ArrowUp aria-hidden="true" strokeWidth={2} className="size-5" />
        </button>
      </form>
    </>
  )
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const key = (conversationId: string) => `souk-message-draft:${conversationId}`

/** The unsent draft of one conversation, on this device. */
function readDraft(storage: Store, conversationId: string): string {
  return storage.getItem(key(conversationId)) ?? ''
}

function keepDraft(storage: Store, conversationId: string, body: string): void {
  if (body === '') storage.removeItem(key(conversationId))
  else storage.setItem(key(conversationId), body)
}

function forgetDraft(storage: Store, conversationId: string): void {
  storage.removeItem(key(conversationId))
}
