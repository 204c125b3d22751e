import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

/** Props that a control inside a Field must spread, to link it to label, hint and error. */
interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  /** Shown opposite the label, for example "optional" or a count. */
  aside?: ReactNode
  /** A button in its place; the Tab key reaches it after the control. */
  action?: ReactNode
  /** Fixed id, when something links to the control (an error summary). */
  id?: string | undefined
  className?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** A label above a control, with a hint or an error below it. */
export function Field({ label, hint, error, aside, action, id, className, children }: FieldProps) {
  const made = useId()
  const controlId = id ?? made
  const noteId = `${controlId}-note`
  return (
    <div className={cx('relative grid min-w-0 content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={controlId} className="text-[14px]/5 font-semibold">
          {label}
        </label>
        {aside ? <span className="type-small tnum text-ink-3">{aside}</span> : null}
      </div>
      {children({
        id: controlId,
        'aria-describedby': error || hint ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? (
        <p id={noteId} className="type-small flex gap-1.5 text-danger-ink">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          {error}
        </p>
      ) : hint ? (
        <p id={noteId} className="type-small text-ink-3">
          {hint}
        </p>
      ) : null}
      {action ? <span className="type-small absolute end-0 top-0">{action}</span> : null}
    </div>
  )
}
