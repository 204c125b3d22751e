import { t } from '../../i18n/t.ts'
import type { Deal } from './types.ts'

const HALF_HOUR_MS = 30 * 60_000

/**
 * The meet-up as a calendar file (RFC 5545), with a reminder one hour before. The library is loaded on demand.
 * @param link URL of the conversation
 */
export async function calendarFile(
  deal: Pick<Deal, 'id' | 'item_title' | 'meet_at' | 'meet_place'>,
  { brandName, otherName, link }: { brandName: string; otherName: string; link: string },
): Promise<string> {
  const { default: ical, ICalAlarmType } = await import('ical-generator')
  const start = new Date(deal.meet_at ?? '')
  const calendar = ical({ prodId: { company: brandName, product: 'meet-up' } })
  const event = calendar.createEvent({
    // A stable id: a changed meet-up replaces the former event in the calendar.
    id: `${deal.id}@meetup`,
    start,
    end: new Date(start.getTime() + HALF_HOUR_MS),
    summary: t('offers.calendarTitle', { itemTitle: deal.item_title, otherName }),
    location: deal.meet_place ?? '',
    description: link,
  })
  event.createAlarm({ type: ICalAlarmType.display, triggerBefore: 3600 })
  return calendar.toString()
}

/** Offers a text to the user as a file download. */
export function download(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
