import { t } from '../../i18n/t.ts'
import { formatDate } from '../../ui/format.ts'

export interface Day<Item> {
  readonly label: string
  readonly items: readonly Item[]
}

/** Groups sorted items by local day: "Today", "Yesterday", "12 Nov". */
export function byDay<Item extends { readonly created_at: string }>(
  items: readonly Item[],
  now: Date = new Date(),
): Day<Item>[] {
  const days: { label: string; items: Item[] }[] = []
  for (const item of items) {
    const label = dayOf(new Date(item.created_at), now)
    const last = days.at(-1)
    if (last?.label === label) last.items.push(item)
    else days.push({ label, items: [item] })
  }
  return days
}

function dayOf(when: Date, now: Date): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (when.toDateString() === now.toDateString()) return t('app.today')
  if (when.toDateString() === yesterday.toDateString()) return t('common.yesterday')
  return formatDate(when, now)
}
