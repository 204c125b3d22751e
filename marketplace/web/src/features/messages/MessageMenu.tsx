import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { formatTime } from '../../ui/format.ts'
import { HoldMenu } from '../../ui/HoldMenu.tsx'
import { MenuItem } from '../../ui/Menu.tsx'
import { DeleteDialog, useIsYoung } from './DeleteMessage.tsx'
import type { Message } from './types.ts'

/** Wraps one's own message with its menu, as long as it can be deleted. */
export function MessageMenu({ message, children }: { message: Message; children: ReactNode }) {
  const [asks, setAsks] = useState(false)
  const isYoung = useIsYoung(message.created_at)
  return (
    <>
      <HoldMenu
        side="start"
        label={t('messages.yourMessageMenu', { time: formatTime(message.created_at) })}
        items={
          isYoung ? (
            <MenuItem tone="danger" onSelect={() => setAsks(true)}>
              <Trash2 aria-hidden="true" strokeWidth={1.75} />
              {t('common.delete')}
            </MenuItem>
          ) : null
        }
      >
        {children}
      </HoldMenu>
      <DeleteDialog message={message} open={asks} onOpenChange={setAsks} />
    </>
  )
}
