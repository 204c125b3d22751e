import { Flag } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import type { NoticedMessage, TrustContext } from './parts.ts'
import { ReportDialog } from './ReportDialog.tsx'

interface ReportMessageProps {
  message: Pick<NoticedMessage, 'id'>
  context: TrustContext
  label?: string
}

/** A quiet button beside what the other person said; it shows where one looks (`group/said`). */
export function ReportMessage({ message, context, label = t('Report this message') }: ReportMessageProps) {
  const [reports, setReports] = useState(false)
  const { otherId, otherName } = context
  return (
    <>
      <IconButton
        label={label}
        size={36}
        className="opacity-0 transition-opacity focus-visible:opacity-100 group-hover/said:opacity-100 pointer-coarse:opacity-60"
        onClick={() => setReports(true)}
      >
        <Flag aria-hidden="true" strokeWidth={1.75} className="size-4 text-ink-3" />
      </IconButton>
      {reports ? (
        <ReportDialog
          open
          onOpenChange={setReports}
          target={{ kind: 'message', id: message.id, personId: otherId, personName: otherName, isChat: true }}
        />
      ) : null}
    </>
  )
}
