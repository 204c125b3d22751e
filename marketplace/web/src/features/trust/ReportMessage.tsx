import { Flag } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { formatTime } from '../../ui/format.ts'
import { HoldMenu } from '../../ui/HoldMenu.tsx'
import { MenuItem } from '../../ui/Menu.tsx'
import type { NoticedMessage, TrustContext } from './parts.ts'
import { ReportDialog } from './ReportDialog.tsx'

interface ReportMessageProps {
  message: Pick<NoticedMessage, 'id' | 'created_at'>
  context: TrustContext
  children: ReactNode
}

/** Wraps a message of the other person with its menu. */
export function ReportMessage({ message, context, children }: ReportMessageProps) {
  const [reports, setReports] = useState(false)
  const { otherId, otherName } = context
  return (
    <>
      <HoldMenu
        side="end"
        label={t('trust.messageMenu', { otherName, time: formatTime(message.created_at) })}
        items={
          <MenuItem onSelect={() => setReports(true)}>
            <Flag aria-hidden="true" strokeWidth={1.75} />
            {t('common.report')}
          </MenuItem>
        }
      >
        {children}
      </HoldMenu>
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
