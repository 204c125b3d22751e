import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { InputField } from '../../ui/fields.tsx'

/** A search field whose query is kept in the URL. */
export function SearchForm({
  label,
  value,
  onSearch,
}: {
  label: string
  value: string
  onSearch: (asked: string) => void
}) {
  const [text, setText] = useState(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <search>
      <form onSubmit={submit} className="flex max-w-2xl items-end gap-3">
        <InputField
          label={label}
          className="flex-1"
          type="search"
          value={text}
          maxLength={100}
          before={<Search aria-hidden="true" strokeWidth={1.75} className="size-5" />}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" className="h-12" disabled={text.trim().length === 1}>
          {t('admin.find')}
        </Button>
      </form>
    </search>
  )
}
