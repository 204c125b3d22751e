import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { MicButton } from '../../ui/MicButton.tsx'
import { SuggestingInput } from './SuggestingInput.tsx'

interface SearchBarProps {
  /** The current search, shown while the field does not have the focus. */
  query?: string | undefined
  placeholder: string
  onSearch: (q: string) => void
  className: string
  textClass?: string
  micClassName?: string | undefined
  /** Buttons after the microphone. */
  children?: ReactNode
}

/** A search form with suggestions and dictation. */
export function SearchBar({
  query,
  placeholder,
  onSearch,
  className,
  textClass = 'text-[16px]',
  micClassName,
  children,
}: SearchBarProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The URL is the source of truth (back, chips, links), but never overwrite what is being typed.
    if (query !== undefined && input.current && document.activeElement !== input.current) input.current.value = query
  }, [query])
  const fill = (text: string) => {
    if (input.current) input.current.value = text
  }
  const searchFor = (text: string) => {
    fill(text)
    onSearch(text.trim())
  }
  return (
    <form
      action={paths.browse}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(input.current?.value.trim() ?? '')
      }}
      className={cx('relative flex items-center rounded-full border border-line-strong bg-surface ps-4', className)}
    >
      <Search aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
      <SuggestingInput
        ref={input}
        name="q"
        defaultValue={query}
        aria-label={t('app.searchForSale')}
        placeholder={placeholder}
        enterKeyHint="search"
        autoComplete="off"
        className={cx('h-full min-w-0 flex-1 bg-transparent px-3 outline-none', textClass)}
        onSearch={searchFor}
      />
      <MicButton
        label={t('app.speakInstead')}
        onHeard={(text) => searchFor(text.replace(/[.!?]+$/, ''))}
        onPartial={fill}
        buttonClassName={micClassName}
      />
      {children}
    </form>
  )
}
