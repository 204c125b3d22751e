import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { InputField, SelectField } from '../../ui/fields.tsx'
import { wordsOf } from './address.ts'
import {
  CADENCE_LABEL,
  CADENCES,
  type Cadence,
  CHANNEL_LABEL,
  CHANNELS,
  MAX_EXCLUDED,
  MAX_NAME,
  type SearchChoices,
} from './types.ts'

interface SearchFormProps {
  initial: SearchChoices
  submitLabel: string
  isSaving: boolean
  /** The server's error message. */
  problem: string | null
  onSubmit: (choices: SearchChoices) => void
}

/** A search's name, how often and by which channels to notify, and its excluded words. */
export function SearchForm({ initial, submitLabel, isSaving, problem, onSubmit }: SearchFormProps) {
  const [name, setName] = useState(initial.name)
  const [cadence, setCadence] = useState(initial.cadence)
  const [channels, setChannels] = useState(initial.channels)
  const [excluded, setExcluded] = useState(initial.exclude_words.join(' '))
  const [tried, setTried] = useState(false)
  const words = wordsOf(excluded)
  const nameProblem = name.trim() === '' ? t('searches.nameMissing') : null
  const wordsProblem =
    words.length > MAX_EXCLUDED ? t('searches.tooManyWords', { most: MAX_EXCLUDED, count: words.length }) : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (nameProblem || wordsProblem) return
    onSubmit({ name: name.trim(), cadence, channels, exclude_words: words })
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <InputField
        label={t('common.name')}
        error={tried ? nameProblem : null}
        value={name}
        maxLength={MAX_NAME}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={t('searches.notifyMe')}
        hint={cadence === 'instant' ? t('searches.instantlyHint') : undefined}
        value={cadence}
        onChange={(event) => setCadence(event.target.value as Cadence)}
      >
        {CADENCES.map((one) => (
          <option key={one} value={one}>
            {CADENCE_LABEL[one]}
          </option>
        ))}
      </SelectField>
      <fieldset disabled={cadence === 'off'} className="min-w-0">
        <legend className="text-[14px]/5 font-semibold">{t('searches.by')}</legend>
        <div className="flex flex-wrap gap-x-6">
          {CHANNELS.map((channel) => (
            <Checkbox
              key={channel}
              label={CHANNEL_LABEL[channel]}
              checked={channels.includes(channel)}
              onChange={(event) =>
                setChannels(CHANNELS.filter((one) => (one === channel ? event.target.checked : channels.includes(one))))
              }
            />
          ))}
        </div>
      </fieldset>
      <InputField
        label={t('searches.leaveOutWords')}
        aside={t('common.optional')}
        hint={t('searches.leaveOutExample')}
        error={wordsProblem}
        value={excluded}
        maxLength={900}
        onChange={(event) => setExcluded(event.target.value)}
      />
      {problem ? (
        <p role="alert" className="type-small rounded-control bg-danger-soft px-3.5 py-2.5 text-danger-ink">
          {problem}
        </p>
      ) : null}
      <div className="flex justify-end">
        <Button type="submit" loading={isSaving} loadingLabel={t('common.saving')}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
