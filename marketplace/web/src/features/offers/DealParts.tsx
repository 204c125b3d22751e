import { CalendarDays, CalendarPlus, Map as MapIcon, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { formatAppointment } from '../../ui/format-dates.ts'
import { calendarFile, download } from './calendar.ts'
import { useDealMutation } from './queries.ts'
import type { Deal } from './types.ts'

export interface DealPanelProps {
  deal: Deal
  myId: string
  otherName: string
  /** Beside the thread, at its end, or on a page without one. Avoids repeating what the thread already shows. */
  where?: 'aside' | 'log' | 'page'
  /** The user has already written a review. */
  hasReviewed?: boolean
  /** The receipt is already shown below. */
  isReceiptShown?: boolean
}

export function Panel({ children }: { children: ReactNode }) {
  return <div className="panel @container grid gap-3 p-4">{children}</div>
}

/** The next step, with an explanation. */
export function Says({ title, line }: { title: string; line: string }) {
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <p className="type-small mt-0.5 text-ink-2">{line}</p>
    </div>
  )
}

export function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex min-w-0 gap-2.5">
      <span aria-hidden="true" className="[&>svg]:size-5">
        {icon}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </span>
  )
}

export function Quiet({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-center gap-x-1">{children}</div>
}

interface ActionProps {
  isPending?: boolean
  onClick: () => void
  children: ReactNode
}

/** A secondary action, styled as text. */
export function Action({ isPending, onClick, children }: ActionProps) {
  return (
    <Button variant="ghost" size="s" className="px-2.5! font-medium! text-ink-2!" loading={isPending} onClick={onClick}>
      {children}
    </Button>
  )
}

type AppointmentProps = Pick<DealPanelProps, 'deal' | 'myId' | 'otherName' | 'where'> & { now: Date }

/** The agreed or suggested time and place of a meet-up. */
export function Appointment({ deal, myId, otherName, where = 'page', now }: AppointmentProps) {
  const { confirm } = useDealMutation()
  const isAgreed = deal.meet_at !== null
  const at = deal.meet_at ?? deal.proposed_at
  const isTheirs = deal.proposed_by !== myId
  return (
    <Panel>
      <div className="grid gap-1.5">
        <div className="flex items-start justify-between gap-3">
          <Line icon={<CalendarDays strokeWidth={1.75} />}>
            <b className="font-semibold">{at ? formatAppointment(at, now) : ''}</b>
          </Line>
          {isAgreed && where === 'aside' ? null : (
            <Badge tone={isAgreed ? 'success' : 'offer'}>
              {isAgreed ? t('offers.step.agreed') : t('offers.proposed')}
            </Badge>
          )}
        </div>
        <Line icon={<MapPin strokeWidth={1.75} />}>{isAgreed ? deal.meet_place : deal.proposed_place}</Line>
      </div>
      {isAgreed && deal.proposed_at ? (
        <p className="type-small rounded-control bg-saffron-soft px-3 py-2 text-saffron-ink">
          <b className="font-semibold">
            {isTheirs ? t('offers.deal.proposes', { otherName }) : t('offers.youProposed')}
          </b>{' '}
          {formatAppointment(deal.proposed_at, now)}, {deal.proposed_place}.
        </p>
      ) : null}
      {deal.proposed_at && !isTheirs ? (
        <p className="type-small text-ink-2">{t('offers.deal.hasToConfirm', { otherName })}</p>
      ) : null}
      {/* Beside or in the thread, the suggestion's card has this button. */}
      {deal.proposed_at && isTheirs && where === 'page' ? (
        <Button
          loading={confirm.isPending}
          loadingLabel={t('offers.confirming')}
          onClick={() => confirm.mutate({ deal })}
        >
          {t('offers.confirm')}
        </Button>
      ) : null}
      {isAgreed ? <MeetingTools deal={deal} otherName={otherName} /> : null}
    </Panel>
  )
}

function MeetingTools({ deal, otherName }: { deal: Deal; otherName: string }) {
  const link = `${location.origin}${paths.conversation(deal.conversation_id)}`
  const keep = async () =>
    download('meet-up.ics', 'text/calendar', await calendarFile(deal, { brandName: config.brandName, otherName, link }))
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(96px,1fr))] gap-2 @max-[260px]:[&_svg]:hidden">
      <Button variant="secondary" size="s" className="px-2!" onClick={() => void keep()}>
        <CalendarPlus aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
        {t('offers.addToCalendar')}
      </Button>
      <a
        href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(deal.meet_place ?? '')}`}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass('secondary', 's', 'px-2!')}
      >
        <MapIcon aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
        <span>
          <Trans id="offers.deal.directions" components={{ 0: <span className="sr-only" /> }} />
        </span>
      </a>
    </div>
  )
}
