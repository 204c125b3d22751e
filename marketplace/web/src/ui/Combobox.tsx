import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { t } from '../i18n/t.ts'
import { cx } from './cx.ts'
import { Input } from './Input.tsx'

interface ComboboxProps<Item> extends Omit<ComponentProps<typeof Input>, 'onSelect'> {
  /** Matches for the current text, best first. */
  items: readonly Item[]
  keyOf: (item: Item) => string
  render: (item: Item) => ReactNode
  onChoose: (item: Item) => void
}

/** With less room than this below the field, the list opens above, or it would be cut off or covered. Pixels. */
const ROOM = 360

/** A text field with suggestions: arrows move through the list, Enter picks, Escape closes. Free text is allowed. */
export function Combobox<Item>({ items, keyOf, render, onChoose, onKeyDown, onBlur, ...rest }: ComboboxProps<Item>) {
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [isAbove, setIsAbove] = useState(false)
  const isShown = isOpen && items.length > 0
  const choose = (item: Item) => {
    onChoose(item)
    setIsOpen(false)
    setActive(-1)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setIsOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      // One position more than there are items: the typed text itself.
      setActive((at) => ((at + 1 + step + items.length + 1) % (items.length + 1)) - 1)
    } else if (event.key === 'Enter' && isShown) {
      const item = items[active]
      if (item === undefined) return
      event.preventDefault()
      choose(item)
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      setIsOpen(false)
      setActive(-1)
    }
  }
  return (
    <div className="relative">
      <Input
        {...rest}
        role="combobox"
        autoComplete="off"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        onInput={(event) => {
          // Keep the field visible, also next to a bar that sticks to the window's edge.
          event.currentTarget.scrollIntoView({ block: 'nearest' })
          setIsAbove(window.innerHeight - event.currentTarget.getBoundingClientRect().bottom < ROOM)
          setIsOpen(true)
          setActive(-1)
        }}
        onKeyDown={press}
        onBlur={(event) => {
          setIsOpen(false)
          onBlur?.(event)
        }}
      />
      {isShown ? (
        <div
          id={listId}
          role="listbox"
          aria-label={t('common.suggestions')}
          className={cx(
            'absolute inset-x-0 z-20 max-h-72 overflow-y-auto rounded-control border border-line bg-surface p-1 shadow-2',
            isAbove ? 'bottom-full mb-1' : 'top-full mt-1',
          )}
        >
          {items.map((item, index) => (
            <button
              type="button"
              key={keyOf(item)}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Keep the focus in the field, so that typing can continue.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(item)}
              className={cx(
                'flex min-h-11 w-full cursor-pointer items-center text-start rounded-[9px] px-3',
                index === active ? 'bg-sunken' : 'hover:bg-sunken',
              )}
            >
              {render(item)}
            </button>
          ))}
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {isShown ? t('common.suggestionCount', { count: items.length }) : ''}
      </p>
    </div>
  )
}
