import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Link, useLocation } from '../../lib/router.tsx'
import { supportDoor } from '../../lib/support-door.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { LogoMark } from '../../ui/Logo.tsx'
import { useBackCloses } from '../../ui/use-back-closes.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { Bubble } from './Bubble.tsx'
import { QuestionField } from './QuestionField.tsx'
import { conversation } from './the-conversation.ts'
import { transcriptOf } from './transcript.ts'

/** The assistant, in a corner or on phones full-screen. Escape closes it. */
export function ChatCard() {
  const { messages, pending } = useSyncExternalStore(conversation.subscribe, conversation.get)
  const { user, profile } = useAuth()
  const { pathname, search } = useLocation()
  const field = useRef<HTMLTextAreaElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const fillsWindow = window.matchMedia('(max-width: 639px)').matches

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls for each new message
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [messages.length, pending])

  useBackCloses(true, () => supportDoor.close())
  const send = (text: string) => conversation.send(text, pathname + search, user?.id ?? null)
  const name = profile?.first_name
  return (
    <Radix.Root open modal={fillsWindow} onOpenChange={(open) => open || supportDoor.close()}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            field.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            supportDoor.giveFocusBack()
          }}
          // The page stays usable.
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-45 flex flex-col bg-surface focus:outline-none data-[state=open]:animate-fade-in sm:inset-auto sm:end-6 sm:bottom-6 sm:h-[min(610px,calc(100dvh-48px))] sm:w-[392px] sm:rounded-sheet sm:border sm:border-line sm:shadow-3"
        >
          <header className="flex items-center gap-3 border-b border-line px-4 py-3.5 sm:px-[18px]">
            <LogoMark className="h-9" />
            <div className="min-w-0 flex-1">
              <Radix.Title className="truncate font-display text-[17px]/6 font-[640]">
                {t('support.title', { brand: config.brandName })}
              </Radix.Title>
              <p className="type-small text-ink-3">{t('support.answersInSeconds')}</p>
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label={t('support.closeTheAssistant')} className="-me-2" />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-[18px]">
            <div role="log" aria-label={t('support.conversation')} className="grid gap-2.5">
              <Bubble
                message={{
                  role: 'assistant',
                  content: name ? t('support.greetingName', { name }) : t('support.greeting'),
                }}
              />
              {messages.map((message) => (
                <Bubble key={message.id} message={message} />
              ))}
            </div>
            {pending ? <Thinking /> : <Prompts onChoose={send} />}
            <div ref={end} className="scroll-mb-4" />
          </div>
          <footer className="border-t border-line px-3.5 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]">
            <QuestionField ref={field} pending={pending} onSend={send} />
            <p className="type-micro mt-2 text-center text-ink-3">
              <Trans
                id="support.disclaimer"
                components={{
                  0: (
                    <Link
                      to={paths.contact}
                      state={messages.length > 0 ? { transcript: transcriptOf(messages) } : null}
                      className="underline"
                      onClick={() => fillsWindow && supportDoor.close()}
                    />
                  ),
                }}
              />
            </p>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Thinking() {
  return (
    <p role="status" className="mt-4 flex items-center gap-2.5 text-[14px] text-ink-2">
      <span aria-hidden="true" className="flex gap-1.5">
        {[0, 150, 300].map((delay) => (
          <span
            key={delay}
            style={{ animationDelay: `${delay}ms` }}
            className="size-2 rounded-full bg-brand motion-safe:animate-pulse"
          />
        ))}
      </span>
      {t('support.thinking')}
    </p>
  )
}

function Prompts({ onChoose }: { onChoose: (prompt: string) => void }) {
  const prompts = conversation.prompts()
  if (prompts.length === 0) return null
  return (
    <ul aria-label={t('support.suggestedQuestions')} className="mt-3 grid justify-items-start gap-2">
      {prompts.map((prompt) => (
        <li key={prompt}>
          <button
            type="button"
            onClick={() => onChoose(prompt)}
            className="hit-44 inline-flex min-h-10 items-center rounded-full border border-line-strong bg-paper px-4 py-2 text-start text-[14px]/5 font-semibold text-brand-ink transition-colors hover:border-brand"
          >
            {prompt}
          </button>
        </li>
      ))}
    </ul>
  )
}
