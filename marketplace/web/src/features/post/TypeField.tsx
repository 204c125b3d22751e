import { useController } from 'react-hook-form'
import { t } from '../../i18n/t.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { fieldId } from './steps.ts'
import type { AdType, PostForm } from './types.ts'

const KINDS: { value: AdType; label: string }[] = [
  { value: 'sell', label: t('For sale') },
  { value: 'free', label: t('Free') },
  { value: 'wanted', label: t('Wanted') },
  { value: 'swap', label: t('To swap') },
]

/** Whether the thing is sold, given away, looked for or exchanged. */
export function TypeField() {
  const { field, fieldState } = useController<PostForm, 'type'>({ name: 'type' })
  return (
    <RadioCards
      id={fieldId(['type'])}
      legend={t('Kind of ad')}
      options={KINDS}
      value={field.value}
      onChange={(type) => {
        field.onChange(type)
        field.onBlur()
      }}
      error={fieldState.error?.message}
      className="grid-cols-2 sm:grid-cols-4"
    />
  )
}
