import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../i18n/t.ts'
import { recentSearches } from './recent-searches.ts'
import type { SuggestionList } from './SuggestionList.tsx'
import { nextActive, type Suggestion, suggestionsQuery, withRecent } from './suggestions.ts'

/** So long after the last key the question is asked: nobody reads while typing. */
const PAUSE_MS = 120

interface SuggestingInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onSelect'> {
  /** Somebody chose these words: search for them as if they had been typed. */
  onSearch: (q: string) => void
}

/**
 * The words of a search, with what they may become below: arrows go through the list, Enter takes a line or searches for the
 * text, Escape closes. The list is placed in the nearest positioned element, which is the form.
 */
export function SuggestingInput({ onSearch, onFocus, onBlur, onKeyDown, ...rest }: SuggestingInputProps) {
  const listId = useId()
  const fieldId = `${listId}-words`
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const asked = useAfterPause(text)
  const { data = [] } = useQuery({ ...suggestionsQuery(asked), enabled: isOpen && asked.trim().length >= 2 })
  const recent = useSyncExternalStore(recentSearches.subscribe, recentSearches.read, recentSearches.drawn)
  const items = withRecent(asked.trim().length >= 2 ? data : [], recent, text)
  const List = useListOnceOpen(isOpen)
  const isShown = List !== null && isOpen && items.length > 0
  // Who types before the page is live has told nobody: what stands there is asked for now.
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
    else void navigate(item.path)
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
          // A field that has words in it was filled by the page: nobody asked for a list yet.
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

/** The list's code comes when a field is first opened; null until then, and for as long as it cannot be had. */
function useListOnceOpen(isOpen: boolean): typeof SuggestionList | null {
  const [List, setList] = useState<typeof SuggestionList | null>(null)
  useEffect(() => {
    if (!isOpen || List) return
    import('./SuggestionList.tsx').then(
      (file) => setList(() => file.SuggestionList),
      () => undefined, // The words can be searched for all the same.
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
