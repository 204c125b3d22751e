/** Days after which records are deleted. The privacy page names those of people. */
export type KeptDays = Readonly<{
  notifications: number
  /** What the checks of messages found, and the full text of messages with hidden contact details. */
  findings: number
  /** Daily view counts of ads. */
  views: number
}>

const days = (standard: string, help: string) => ({
  schema: { type: 'string', pattern: '^(3[0-9]|[4-9][0-9]|[1-9][0-9]{2,3})$' },
  expected: 'days from 30 to 9999',
  default: standard,
  help,
})

export const RETENTION_VARIABLES = {
  NOTIFICATIONS_KEPT_DAYS: days('90', 'days after which notifications and results of saved searches are deleted'),
  FINDINGS_KEPT_DAYS: days('90', 'days after which results of message checks and hidden contact details are deleted'),
  VIEWS_KEPT_DAYS: days('180', 'days after which daily view counts of ads are deleted'),
} as const
