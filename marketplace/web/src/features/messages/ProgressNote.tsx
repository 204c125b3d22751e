import { Check, CheckCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import type { Progress } from './wording.ts'

/** One tick for sent, two for delivered, two in brand colour for read: distinguishable without the text. */
export function ProgressNote({ is, text }: { is: Progress; text: string }) {
  const Icon = is === 'sent' ? Check : CheckCheck
  return (
    <Note
      icon={
        <Icon
          aria-hidden="true"
          strokeWidth={is === 'read' ? 2.25 : 1.75}
          className={cx('size-4', is === 'read' && 'text-brand')}
        />
      }
    >
      {text}
    </Note>
  )
}

/** A line below the user's own message. */
export function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="type-micro tnum flex items-center gap-1 justify-self-end text-ink-3">
      {icon}
      {children}
    </p>
  )
}
