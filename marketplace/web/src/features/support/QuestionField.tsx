import { ArrowUp, Mic } from 'lucide-react'
import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { ASSISTANT } from '../../../../contract/help/assistant.ts'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { isSendKey } from '../../ui/is-send-key.ts'
import { canDictate, dictate } from './speech.ts'

const MAX_HEIGHT_PX = 120

interface QuestionFieldProps {
  pending: boolean
  /** @returns whether it was sent */
  onSend: (text: string) => boolean
  ref: Ref<HTMLTextAreaElement>
}

/** Enter sends, Shift+Enter inserts a line break. Disabled while an answer is pending. */
export function QuestionField({ pending, onSend, ref }: QuestionFieldProps) {
  const [text, setText] = useState('')
  const [listening, setListening] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement) // mounted with this component
  const tooLong = [...text].length > ASSISTANT.maxMessage
  const cannotSend = text.trim() === '' || pending || tooLong

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${Math.min(area.scrollHeight, MAX_HEIGHT_PX)}px`
  }, [text])

  function send(): void {
    if (!cannotSend && onSend(text)) setText('')
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isSendKey(event)) return
    event.preventDefault()
    send()
  }

  function listen(): void {
    setListening(true)
    dictate((heard) => setText((before) => (before ? `${before} ${heard}` : heard))).finally(() => {
      setListening(false)
      field.current?.focus()
    })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-1 rounded-[26px] border border-line bg-sunken p-1.5 focus-within:border-focus focus-within:shadow-[0_0_0_1.5px_var(--focus)]">
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={t('support.ask', { brand: config.brandName })}
          aria-invalid={tooLong || undefined}
          aria-describedby={tooLong ? 'question-too-long' : undefined}
          placeholder={t('support.askPlaceholder', { brand: config.brandName })}
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="block min-w-0 flex-1 resize-none bg-transparent px-3 py-2 text-[16px]/6 focus:outline-none sm:text-[15px]/6"
        />
        {canDictate() ? (
          <IconButton
            icon={Mic}
            label={listening ? t('support.listening') : t('support.dictate')}
            aria-pressed={listening}
            size={36}
            className={cx('mb-0.5', listening && 'text-brand')}
            onClick={listen}
          />
        ) : null}
        <button
          type="submit"
          aria-label={t('common.send')}
          disabled={cannotSend}
          className="hit-44 grid size-10 shrink-0 place-items-center rounded-full bg-brand text-on-brand transition-colors hover:bg-brand-strong disabled:bg-line disabled:text-ink-3"
        >
          <ArrowUp aria-hidden="true" strokeWidth={1.75} className="size-5" />
        </button>
      </div>
      {tooLong ? (
        <p id="question-too-long" role="alert" className="type-micro px-3 pt-1 text-danger-ink">
          {t('support.tooLong', { maxMessage: ASSISTANT.maxMessage })}
        </p>
      ) : null}
    </form>
  )
}
