import { t } from '../i18n/t.ts'

/** What the database calls somebody who has left (private.hide_seller). */
const LEFT = 'Deleted account'

/** Rows of the data API with people in them: whoever has left is called so in the reader's language. */
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

/** How people speak to each other: "Tomás Rocha" is Tomás. Whoever has left has no first name. */
export function firstNameOf(displayName: string): string {
  return displayName === t('common.deletedAccount') ? displayName : (displayName.split(' ')[0] ?? displayName)
}
