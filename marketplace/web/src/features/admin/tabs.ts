import {
  Ban,
  ChartLine,
  Gauge,
  Inbox,
  ListTree,
  type LucideIcon,
  MailOpen,
  Palette,
  ScrollText,
  ShieldAlert,
  Tags,
  UserSearch,
  Webhook,
} from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { ADMIN_TABS, type AdminTab } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'

export type StaffRole = 'moderator' | 'admin'

/** One part of /admin: what it is called, who may open it, and its code, which comes when it is opened. */
export interface TabOfAdmin {
  readonly label: string
  readonly icon: LucideIcon
  /** The database checks again: this only keeps closed doors out of the list. */
  readonly roles: readonly StaffRole[]
  readonly Content: LazyExoticComponent<ComponentType>
}

/** A new part is a file of its own, a line here, and its address in contract/paths.ts. */
export const TABS: Record<AdminTab, TabOfAdmin> = {
  queue: {
    label: t('Queue'),
    icon: Inbox,
    roles: ['moderator', 'admin'],
    Content: lazy(async () => ({ default: (await import('./queue/QueueTab.tsx')).QueueTab })),
  },
  people: {
    label: t('People'),
    icon: UserSearch,
    roles: ['moderator', 'admin'],
    Content: lazy(async () => ({ default: (await import('./people/PeopleTab.tsx')).PeopleTab })),
  },
  ads: {
    label: t('Ads'),
    icon: Tags,
    roles: ['moderator', 'admin'],
    Content: lazy(async () => ({ default: (await import('./ads/AdsTab.tsx')).AdsTab })),
  },
  rules: {
    label: t('Rules'),
    icon: ShieldAlert,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./rules/RulesTab.tsx')).RulesTab })),
  },
  limits: {
    label: t('Limits'),
    icon: Gauge,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./limits/LimitsTab.tsx')).LimitsTab })),
  },
  categories: {
    label: t('Categories'),
    icon: ListTree,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./categories/CategoriesTab.tsx')).CategoriesTab })),
  },
  prohibited: {
    label: t('Prohibited'),
    icon: Ban,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./prohibited/ProhibitedTab.tsx')).ProhibitedTab })),
  },
  inbox: {
    label: t('Inbox'),
    icon: MailOpen,
    roles: ['moderator', 'admin'],
    Content: lazy(async () => ({ default: (await import('./inbox/InboxTab.tsx')).InboxTab })),
  },
  branding: {
    label: t('Branding'),
    icon: Palette,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./branding/BrandingTab.tsx')).BrandingTab })),
  },
  webhooks: {
    label: t('Webhooks'),
    icon: Webhook,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./webhooks/WebhooksTab.tsx')).WebhooksTab })),
  },
  figures: {
    label: t('Figures'),
    icon: ChartLine,
    roles: ['moderator', 'admin'],
    Content: lazy(async () => ({ default: (await import('./figures/FiguresTab.tsx')).FiguresTab })),
  },
  audit: {
    label: t('Audit log'),
    icon: ScrollText,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./audit/AuditTab.tsx')).AuditTab })),
  },
}

/** The parts that somebody with this role may open, in their order. */
export function tabsFor(role: string | undefined): AdminTab[] {
  return ADMIN_TABS.filter((tab) => TABS[tab].roles.some((allowed) => allowed === role))
}

/** Whether the role opens any part of /admin. */
export function isStaff(role: string | undefined): role is StaffRole {
  return role === 'moderator' || role === 'admin'
}
