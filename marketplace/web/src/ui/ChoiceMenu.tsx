import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from './cx.ts'

interface Choice<Value extends string> {
  value: Value
  label: string
  /** Target without JavaScript. */
  href: string
  /** Language of the label and the target. */
  lang?: string
}

interface ChoiceMenuProps<Value extends string> {
  /** Names the button and the list. */
  label: string
  choices: readonly Choice<Value>[]
  value: Value
  onChoose: (value: Value) => void
  icon?: ReactNode
  className?: string
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A single choice: a popover, on phones a sheet. A native popover of links, so it works before hydration and without JavaScript. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, choices, value, onChoose, icon, className } = props
  const id = useId()
  const list = useRef<HTMLElement>(null)
  const choose = (event: MouseEvent, chosen: Value) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    list.current?.hidePopover()
    if (chosen !== value) onChoose(chosen)
  }
  const shown = choices.find((choice) => choice.value === value)?.label ?? ''
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={cx('inline-flex min-w-0 cursor-pointer items-center gap-2', className)}
      >
        {icon}
        <span className="truncate">
          <span className="sr-only">{label} </span>
          {shown}
        </span>
        <ChevronDown aria-hidden="true" strokeWidth={1.75} className="ms-auto size-4 shrink-0" />
      </button>
      <nav
        id={id}
        ref={list}
        popover="auto"
        aria-label={label}
        onToggle={({ newState }) => {
          if (newState === 'open') list.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
        }}
        onKeyDown={moveFocus}
        className="choice-list"
      >
        <p aria-hidden="true" className="type-h3 px-3 pt-1 pb-2 sm:hidden">
          {label}
        </p>
        <ul>
          {choices.map((choice) => (
            <li key={choice.value}>
              <a
                href={choice.href}
                lang={choice.lang}
                hrefLang={choice.lang}
                aria-current={choice.value === value ? 'true' : undefined}
                onClick={(event) => choose(event, choice.value)}
                className="flex min-h-11 items-center justify-between gap-6 rounded-[10px] px-3 hover:bg-sunken aria-[current]:font-semibold sm:min-h-10"
              >
                {choice.label}
                {choice.value === value ? (
                  <Check aria-hidden="true" strokeWidth={1.75} className="size-4.5 shrink-0 text-brand" />
                ) : null}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

/** Arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link.matches(':focus'))
  links[step(at, links.length)]?.focus()
}
