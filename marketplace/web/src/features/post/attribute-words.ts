import { choiceIn, unitIn } from '../../i18n/label-in.ts'
import { t } from '../../i18n/t.ts'
import type { Attribute } from './types.ts'

/** Formats a stored value: option labels, number with unit. */
export function attributeWords(attribute: Attribute, text: string): string {
  const { type, options } = attribute
  if (type === 'bool') return text === 'yes' ? t('common.yes') : t('common.no')
  if (options.length === 0) return [text, unitIn(attribute)].filter(Boolean).join(' ')
  const chosen = type === 'multi' ? text.split(',') : [text]
  return chosen
    .map((id) => {
      const option = options.find((one) => one.id === id)
      return option ? choiceIn(option) : id
    })
    .join(', ')
}
