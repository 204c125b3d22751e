import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { Input } from '../../ui/Input.tsx'
import { passwordStrength } from './password-strength.ts'

const BARS = [1, 2, 3, 4] as const

/** A password input with a reveal button and a caps lock warning. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const noticeKey = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState('CapsLock'))
  const Icon = shown ? EyeOff : Eye
  return (
    <>
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        onKeyDown={noticeKey}
        onKeyUp={noticeKey}
        after={
          <button
            type="button"
            aria-label={shown ? t('auth.hidePassword') : t('auth.showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="grid size-11 place-items-center rounded-full text-ink-2"
          >
            <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" />
          </button>
        }
      />
      <p role="status" className={cx('type-small text-saffron-ink', !capsLock && 'sr-only')}>
        {capsLock ? t('auth.capsLock') : ''}
      </p>
    </>
  )
}

/** Four bars and a sentence below a new password. */
export function StrengthMeter({ password }: { password: string }) {
  const strength = passwordStrength(password)
  if (!strength) return null
  const fill = strength.bars === 1 ? 'bg-danger' : strength.bars === 2 ? 'bg-saffron' : 'bg-success'
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {BARS.map((bar) => (
          <span
            key={bar}
            className={cx('h-1 rounded-full transition-colors', bar <= strength.bars ? fill : 'bg-line')}
          />
        ))}
      </div>
      <p className="type-small text-ink-3" aria-live="polite">
        {strength.text}
      </p>
    </div>
  )
}
