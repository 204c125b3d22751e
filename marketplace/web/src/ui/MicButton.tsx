import { Mic, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n/t.ts'
import { useCanListen } from '../lib/can-listen.ts'
import type { Listening } from '../lib/speech.ts'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'

interface MicButtonProps {
  /** Accessible name, as in "Dictate its name". */
  label: string
  /** Gets the final text. */
  onHeard: (text: string) => void
  /** Gets interim text; not every browser provides it. */
  onPartial?: (text: string) => void
  className?: string
  /** Class of the button itself while it is not listening. */
  buttonClassName?: string | undefined
}

type State = { is: 'idle' } | { is: 'listening' } | { is: 'understanding' } | { is: 'failed'; message: string }

/** Dictation button. Renders nothing when neither the browser nor the server can transcribe. */
export function MicButton({ label, onHeard, onPartial, className, buttonClassName }: MicButtonProps) {
  const canListen = useCanListen()
  const [state, setState] = useState<State>({ is: 'idle' })
  const listening = useRef<Listening>(null)
  // Leaving the page stops the recording.
  useEffect(() => () => listening.current?.stop(), [])
  if (!canListen) return null

  const isOn = state.is === 'listening'
  const toggle = async () => {
    if (listening.current) {
      setState({ is: 'understanding' })
      return listening.current.stop()
    }
    setState({ is: 'listening' })
    const { listen } = await import('../lib/speech.ts')
    const current = listen((text) => onPartial?.(text))
    listening.current = current
    const heard = await current.done
    listening.current = null
    if (heard.ok) onHeard(heard.text)
    setState(heard.ok ? { is: 'idle' } : { is: 'failed', message: heard.message })
  }
  return (
    <span className={cx('relative inline-grid shrink-0', className)}>
      <IconButton
        label={isOn ? t('app.listening') : state.is === 'understanding' ? t('app.understanding') : label}
        look={isOn ? 'brand' : 'plain'}
        disabled={state.is === 'understanding'}
        className={isOn ? undefined : buttonClassName}
        onClick={() => void toggle()}
      >
        {isOn ? (
          <Square aria-hidden="true" strokeWidth={1.75} className="size-4 fill-current motion-safe:animate-pulse" />
        ) : (
          <Mic aria-hidden="true" strokeWidth={1.75} className="size-5" />
        )}
      </IconButton>
      <span role="status" className={state.is === 'failed' ? NOTE_CLASS : 'sr-only'}>
        {state.is === 'failed' ? state.message : isOn ? t('app.listening') : ''}
      </span>
    </span>
  )
}

const NOTE_CLASS =
  'type-small absolute end-0 top-full z-20 mt-1 w-60 rounded-control border border-line bg-surface px-3 py-2 text-start shadow-2'
