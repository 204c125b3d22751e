import { Flag } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { useLinked } from '../../lib/use-linked.ts'
import { Button } from '../../ui/Button.tsx'
import type { ReportTarget } from './api.ts'

const ReportDialog = lazy(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }))

interface ReportThisProps {
  target: ReportTarget
  signedIn: boolean
  /** Sends visitors to sign in. */
  onSignIn: () => void
  /** The visible label. */
  label?: ReactNode
  /** The accessible name, where the label does not say what is reported. */
  name?: string
  className?: string
}

/** A low-key report button. The dialog is loaded on demand; a link may open it for what the page is about. */
export function ReportThis({
  target,
  signedIn,
  onSignIn,
  label = t('common.report'),
  name,
  className,
}: ReportThisProps) {
  const [open, setOpen] = useState(false)
  useLinked(paths.reportOn(''), () => setOpen(true), signedIn && target.kind !== 'review')
  return (
    <>
      <Button
        variant="ghost"
        size="s"
        aria-label={name}
        className={className}
        onClick={() => (signedIn ? setOpen(true) : onSignIn())}
      >
        <Flag aria-hidden="true" strokeWidth={1.75} className="size-4" />
        {label}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <ReportDialog open onOpenChange={setOpen} target={target} />
        </Suspense>
      ) : null}
    </>
  )
}
