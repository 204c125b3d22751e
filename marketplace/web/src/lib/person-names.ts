import { t } from '../i18n/t.ts'

/** The display name that the database gives deleted accounts (private.hide_seller). */
const LEFT = 'Deleted account'

/** Translates the names of deleted accounts in rows of the data API. */
export function inOurWords<Rows>(rows: Rows): Rows {
  if (Array.isArray(rows)) return rows.map(inOurWords) as Rows // the same shape
  if (rows === null || typeof rows !== 'object') return rows
  return Object.fromEntries(
    Object.entries(rows).map(([key, value]) => [
      key,
      key === 'display_name' && value === LEFT ? t('common.deletedAccount') : inOurWords(value),
    ]),
  ) as Rows // the same shape
}

/** The first name: "Tomás Rocha" is Tomás. Deleted accounts have none. */
export function firstNameOf(displayName: string): string {
  return displayName === t('common.deletedAccount') ? displayName : (displayName.split(' ')[0] ?? displayName)
}
