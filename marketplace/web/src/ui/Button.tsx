import { type ComponentProps, type MouseEvent, useRef } from 'react'
import { t } from '../i18n/t.ts'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'
import { cx } from './cx.ts'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Keeps the width, shows a spinner and ignores clicks; keeps the focus. */
  loading?: boolean
  /** A verb for what is in progress, like "Saving". */
  loadingLabel?: string
}

/** Ignores a held key, which repeats the click. */
const HELD_MS = 400

/** A button. One primary per region of the view; its label is a verb. Set `loading` on buttons that change something. */
export function Button({
  variant,
  size,
  loading,
  loadingLabel,
  className,
  children,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  const blocked = disabled || loading
  const pressed = useRef(Number.NEGATIVE_INFINITY)
  /** Ignores repeated activations of buttons with a `loading` prop, which may turn true only after a second click. */
  const isRepeated = ({ detail, timeStamp }: MouseEvent) => {
    const isHeld = detail === 0 && timeStamp - pressed.current < HELD_MS
    pressed.current = timeStamp
    return loading !== undefined && (detail > 1 || isHeld)
  }
  return (
    <button
      type="button"
      {...rest}
      // aria-disabled instead of disabled while loading: a disabled button would lose the focus.
      disabled={disabled && !loading}
      aria-disabled={blocked || rest['aria-disabled'] || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => (blocked || isRepeated(event) ? event.preventDefault() : onClick?.(event))}
      className={buttonClass(variant, size, loading ? cx('aria-disabled:opacity-100', className) : className)}
    >
      {loading ? (
        // Both in one grid cell: the button keeps its width, or takes that of the longer label.
        <span className="grid place-items-center">
          <span className="invisible col-start-1 row-start-1 inline-flex items-center gap-2">{children}</span>
          <span className="col-start-1 row-start-1 inline-flex items-center gap-2">
            <LoadingRing />
            {loadingLabel ?? t('app.working')}
          </span>
        </span>
      ) : (
        children
      )}
    </button>
  )
}

function LoadingRing() {
  return (
    <svg viewBox="0 0 16 16" className="size-4 animate-spin motion-reduce:animate-none" aria-hidden="true">
      <circle
        cx="8"
        cy="8"
        r="6.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray="28 13"
        strokeLinecap="round"
      />
    </svg>
  )
}
