import { t } from '../../i18n/t.ts'
import type { Attribute } from './types.ts'

/** What the form keeps of a field, as people read it: the name of the choice, the number with its unit. */
export function attributeWords({ type, options, unit }: Attribute, text: string): string {
  if (type === 'bool') return text === 'yes' ? t('Yes') : t('No')
  const label = options.find(({ id }) => id === text)?.label ?? text
  return unit && options.length === 0 ? `${label} ${unit}` : label
}
