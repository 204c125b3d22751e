import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MAX_EXCLUDED, readExcluded } from '../../../../../contract/search/read-search.ts'
import { t } from '../../../i18n/t.ts'
import { ActiveChip } from '../../../ui/Chip.tsx'
import { Field } from '../../../ui/Field.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Input } from '../../../ui/Input.tsx'

interface ExcludeFacetProps {
  words: readonly string[]
  onChange: (words: string[]) => void
}

/** Excluded words. Several can be entered together. */
export function ExcludeFacet({ words, onChange }: ExcludeFacetProps) {
  const [typed, setTyped] = useState('')
  const full = words.length >= MAX_EXCLUDED
  const add = () => {
    const more = readExcluded(typed)
    setTyped('')
    if (more) onChange([...new Set([...words, ...more])].slice(0, MAX_EXCLUDED))
  }
  return (
    <div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <Field
          label={t('browse.leaveOutAdsWith')}
          hint={full ? t('browse.mostWords', { most: MAX_EXCLUDED }) : t('browse.excludeHint')}
        >
          {(control) => (
            <Input
              {...control}
              value={typed}
              disabled={full}
              autoComplete="off"
              enterKeyHint="done"
              placeholder={t('browse.excludeExample')}
              onChange={(event) => setTyped(event.target.value)}
              className="h-11!"
              after={
                <IconButton
                  icon={Plus}
                  type="submit"
                  label={t('browse.leaveWordsOut')}
                  size={36}
                  disabled={full || !typed.trim()}
                />
              }
            />
          )}
        </Field>
      </form>
      {words.length > 0 ? (
        <ul aria-label={t('browse.wordsLeftOut')} className="mt-2.5 flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word}>
              <ActiveChip
                onRemove={() => onChange(words.filter((other) => other !== word))}
                removeLabel={t('browse.allowWordAgain', { word })}
              >
                {word}
              </ActiveChip>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
