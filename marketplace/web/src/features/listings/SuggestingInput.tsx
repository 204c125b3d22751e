import { useQuery } from '@tanstack/react-query'
import { Clock, LayoutGrid, Search, X } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { formatCount } from '../../ui/format.ts'
import { Photo } from '../../ui/Photo.tsx'
import { Price } from '../../ui/Price.tsx'
import { recentSearches } from './recent-searches.ts'
import { nextActive, type Suggestion, suggestionsQuery, withRecent } from './suggestions.ts'

/** So long after the last key the question is asked: nobody reads while typing. */
const PAUSE_MS = 120

const GROUPS = [
  { kinds: ['recent', 'forget'], title: t('Searched before') },
  { kinds: ['query'], title: t('Searches') },
  { kinds: ['category'], title: t('Categories') },
  { kinds: ['listing'], title: t('For sale') },
] as const satisfies readonly { kinds: readonly Suggestion['kind'][]; title: string }[]

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
  const isShown = isOpen && items.length > 0
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
          ? t('{count, plural, one {# suggestion} other {# suggestions}}, arrow keys go through them', {
              count: items.length,
            })
          : ''}
      </span>
    </>
  )
}

function useAfterPause(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

interface ListProps {
  id: string
  items: readonly Suggestion[]
  active: number
  onChoose: (item: Suggestion) => void
}

function List({ id, items, active, onChoose }: ListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('Suggestions')}
      className="absolute inset-x-0 top-full z-30 mt-2 max-h-[min(70vh,28rem)] overflow-y-auto rounded-panel border border-line bg-surface p-2 text-start shadow-2"
    >
      {GROUPS.map(({ kinds, title }) => {
        const own = items
          .map((item, index) => ({ item, index }))
          .filter(({ item }) => kinds.some((kind) => kind === item.kind))
        if (own.length === 0) return null
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; these are options of a listbox.
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true" className="type-micro px-3 pt-2 pb-1 text-ink-3">
              {title}
            </p>
            {own.map(({ item, index }) => (
              <button
                type="button"
                key={item.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                ref={(element) => {
                  if (index === active) element?.scrollIntoView({ block: 'nearest' })
                }}
                // The field keeps the focus, so that typing goes on.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(item)}
                className={cx(
                  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-[9px] px-3 text-start text-[15px]',
                  index === active ? 'bg-sunken' : 'hover:bg-sunken',
                )}
              >
                <Line item={item} />
              </button>
            ))}
          </div>
        )
      })}
    </div>
  )
}

function Line({ item }: { item: Suggestion }) {
  if (item.kind === 'forget') {
    return (
      <>
        <X aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
        <span className="text-ink-2">{t('Forget these searches')}</span>
      </>
    )
  }
  if (item.kind === 'query' || item.kind === 'recent') {
    const Icon = item.kind === 'recent' ? Clock : Search
    return (
      <>
        <Icon aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
        <span className="truncate">{item.q}</span>
      </>
    )
  }
  if (item.kind === 'category') {
    return (
      <>
        <LayoutGrid aria-hidden="true" strokeWidth={1.75} className="size-4 shrink-0 text-ink-3" />
        <span className="truncate">{item.name}</span>
        <span className="tnum ms-auto shrink-0 text-[14px] text-ink-3">{formatCount(item.count)}</span>
      </>
    )
  }
  const { title, cover, price_minor: price, currency, type, price_type: priceType } = item.listing
  return (
    <>
      <span className="my-1 w-10 shrink-0 overflow-hidden rounded-[8px]">
        <Photo path={cover?.path} alt="" sizes="40px" />
      </span>
      <span className="min-w-0 flex-1 truncate">{title}</span>
      {price === null && type !== 'free' ? null : (
        <Price minor={price} currency={currency} type={type === 'free' ? 'free' : priceType} />
      )}
    </>
  )
}
