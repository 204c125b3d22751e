import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { t } from '../../i18n/t.ts'
import { navigate } from '../../lib/router.tsx'
import { recentSearches } from './recent-searches.ts'
import type { SuggestionList } from './SuggestionList.tsx'
import { nextActive, type Suggestion, suggestionsQuery, withRecent } from './suggestions.ts'

/** Debounce after the last key press. */
const PAUSE_MS = 120

interface SuggestingInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onSelect'> {
  /** A suggested query was chosen: search for it as if it had been typed. */
  onSearch: (q: string) => void
}

/**
 * A search input with suggestions below: arrows move through the list, Enter picks a line or searches for the text, Escape closes. The list
 * is positioned in the nearest positioned ancestor, the form.
 */
export function SuggestingInput({ onSearch, onFocus, onBlur, onKeyDown, ...rest }: SuggestingInputProps) {
  const listId = useId()
  const fieldId = `${listId}-words`
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const asked = useAfterPause(text)
  const { data = [] } = useQuery({ ...suggestionsQuery(asked), enabled: isOpen && asked.trim().length >= 2 })
  const recent = useSyncExternalStore(recentSearches.subscribe, recentSearches.read, recentSearches.onServer)
  const items = withRecent(asked.trim().length >= 2 ? data : [], recent, text)
  const List = useListOnceOpen(isOpen)
  const isShown = List !== null && isOpen && items.length > 0
  // Text typed before hydration fired no events: fetch its suggestions now.
  useEffect(() => {
    const field = document.activeElement
    if (field?.id !== fieldId || !(field instanceof HTMLInputElement) || field.value === '') return
    setText(field.value)
    setIsOpen(true)
  }, [fieldId])

  const close = () => {
    setIsOpen(false)
    setActive(-1)
  }
  const choose = (item: Suggestion) => {
    close()
    if (item.kind === 'forget') recentSearches.clear()
    else if (item.kind === 'query' || item.kind === 'recent') onSearch(item.q)
    else navigate(item.path)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.nativeEvent.isComposing) return
    const item = isShown ? items[active] : undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setText(event.currentTarget.value)
      setIsOpen(true)
      setActive(nextActive(active, event.key === 'ArrowDown' ? 1 : -1, items.length))
    } else if (event.key === 'Enter' && item) {
      event.preventDefault()
      choose(item)
    } else if (event.key === 'Enter') {
      close()
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      close()
    }
  }
  return (
    <>
      <input
        {...rest}
        id={fieldId}
        type="text"
        inputMode="search"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setIsOpen(true)
          setActive(-1)
        }}
        onKeyDown={press}
        onFocus={(event) => {
          // Text in the field came from the page, not the user: do not open the list yet.
          if (event.currentTarget.value.trim() === '') {
            setText('')
            setIsOpen(true)
          }
          onFocus?.(event)
        }}
        onBlur={(event) => {
          close()
          onBlur?.(event)
        }}
      />
      {isShown ? <List id={listId} items={items} active={active} onChoose={choose} /> : null}
      <span role="status" className="sr-only">
        {isShown
          ? t('ads.suggestions', {
              count: items.length,
            })
          : ''}
      </span>
    </>
  )
}

/** The list component, loaded when a field is first opened; null until then, and if loading fails. */
function useListOnceOpen(isOpen: boolean): typeof SuggestionList | null {
  const [List, setList] = useState<typeof SuggestionList | null>(null)
  useEffect(() => {
    if (!isOpen || List) return
    import('./SuggestionList.tsx').then(
      (file) => setList(() => file.SuggestionList),
      () => undefined, // Searching works without suggestions.
    )
  }, [isOpen, List])
  return List
}

function useAfterPause(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
