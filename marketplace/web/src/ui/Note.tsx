import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

const TONES = {
  brand: 'bg-brand-soft text-brand-ink',
  info: 'bg-info-soft text-info-ink',
  warm: 'bg-saffron-soft text-saffron-ink',
  success: 'bg-success-soft text-success-ink',
  danger: 'bg-danger-soft text-danger-ink',
} as const

interface NoteProps extends Omit<ComponentProps<'div'>, 'children'> {
  tone: keyof typeof TONES
  icon: LucideIcon
  children: ReactNode
}

/** A sentence or two on a tinted surface. Pass `role="alert"` when it appears after an action. */
export function Note({ tone, icon: Icon, className, children, ...rest }: NoteProps) {
  return (
    <div {...rest} className={cx('flex gap-3 rounded-panel px-4 py-3.5', TONES[tone], className)}>
      <Icon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  )
}
