import { ChartLine, Inbox, type LucideIcon, Mail, Scale, Tag, Users } from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { ADMIN_TABS, type AdminTab } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'

export type StaffRole = 'moderator' | 'admin'

/** A tab of /admin, loaded on demand. */
export interface TabOfAdmin {
  readonly label: string
  /** Icon of a section; null for pages under settings. */
  readonly icon: LucideIcon | null
  /** For navigation only: the database enforces access. */
  readonly roles: readonly StaffRole[]
  /** Null for a tab of another feature, which the page provides. */
  readonly Content: LazyExoticComponent<ComponentType> | null
}

/** Add a tab: a file, a line here, and its path in contract/paths.ts. */
export const TABS: Record<AdminTab, TabOfAdmin> = {
  queue: {
    label: t('admin.queue'),
    icon: Inbox,
    roles: ['moderator', 'admin'],
    Content: lazy(async () => ({ default: (await import('./queue/QueueTab.tsx')).QueueTab })),
  },
  disputes: {
    label: t('admin.disputes'),
    icon: Scale,
    roles: ['moderator', 'admin'],
    Content: null,
  },
  people: {
    label: t('admin.people'),
    icon: Users,
    roles: ['moderator', 'admin'],
    Content: lazy(async () => ({ default: (await import('./people/PeopleTab.tsx')).PeopleTab })),
  },
  ads: {
    label: t('admin.ads'),
    icon: Tag,
    roles: ['moderator', 'admin'],
    Content: lazy(async () => ({ default: (await import('./ads/AdsTab.tsx')).AdsTab })),
  },
  rules: {
    label: t('admin.rules'),
    icon: null,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./rules/RulesTab.tsx')).RulesTab })),
  },
  limits: {
    label: t('admin.limits'),
    icon: null,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./limits/LimitsTab.tsx')).LimitsTab })),
  },
  categories: {
    label: t('shell.categories'),
    icon: null,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./categories/CategoriesTab.tsx')).CategoriesTab })),
  },
  prohibited: {
    label: t('admin.prohibited'),
    icon: null,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./prohibited/ProhibitedTab.tsx')).ProhibitedTab })),
  },
  inbox: {
    label: t('admin.inbox'),
    icon: Mail,
    roles: ['moderator', 'admin'],
    Content: lazy(async () => ({ default: (await import('./inbox/InboxTab.tsx')).InboxTab })),
  },
  branding: {
    label: t('admin.branding'),
    icon: null,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./branding/BrandingTab.tsx')).BrandingTab })),
  },
  webhooks: {
    label: t('admin.webhooks'),
    icon: null,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./webhooks/WebhooksTab.tsx')).WebhooksTab })),
  },
  figures: {
    label: t('admin.figures'),
    icon: ChartLine,
    roles: ['moderator', 'admin'],
    Content: lazy(async () => ({ default: (await import('./figures/FiguresTab.tsx')).FiguresTab })),
  },
  audit: {
    label: t('admin.auditLog'),
    icon: null,
    roles: ['admin'],
    Content: lazy(async () => ({ default: (await import('./audit/AuditTab.tsx')).AuditTab })),
  },
}

export function tabsFor(role: string | undefined): AdminTab[] {
  return ADMIN_TABS.filter(
    (tab) => TABS[tab].roles.some((allowed) => allowed === role) && (tab !== 'disputes' || config.payments !== 'off'),
  )
}

export function isStaff(role: string | undefined): role is StaffRole {
  return role === 'moderator' || role === 'admin'
}
