import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface RadioRow<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  readonly line?: ReactNode
  readonly icon?: ReactNode
  /** At the end of the row, such as a price. */
  readonly aside?: ReactNode
  /** Shown below the row while it is chosen. */
  readonly body?: ReactNode
}

interface RadioListProps<Value extends string> {
  legend: ReactNode
  hideLegend?: boolean
  legendClass?: string
  options: readonly RadioRow<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** `list` is one box with rows, `cards` a box for each. */
  kind?: 'list' | 'cards'
  error?: string | null
}

/** Radio buttons as rows with a visible mark; the radios are native, so arrow keys work. */
export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { legend, hideLegend, legendClass, options, value, onChange, kind = 'cards', error } = props
  const name = useId()
  const errorId = `${name}-error`
  const isList = kind === 'list'
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className={hideLegend ? 'sr-only' : cx('mb-2.5', legendClass ?? 'type-h3')}>{legend}</legend>
      <div
        className={cx(
          'grid grid-cols-[minmax(0,1fr)]',
          isList ? 'overflow-clip rounded-button-lg border border-line-2 bg-surface' : 'gap-2.5',
        )}
      >
        {options.map((option) => (
          <Row
            key={option.value}
            option={option}
            name={name}
            isChosen={option.value === value}
            isList={isList}
            onChoose={() => onChange(option.value)}
          />
        ))}
      </div>
      {error ? (
        <p id={errorId} className="type-small mt-1.5 text-danger-ink">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

interface RowProps<Value extends string> {
  option: RadioRow<Value>
  name: string
  isChosen: boolean
  isList: boolean
  onChoose: () => void
}

function Row<Value extends string>({ option, name, isChosen, isList, onChoose }: RowProps<Value>) {
  return (
    <div
      className={cx(
        isList
          ? 'border-line not-first:border-t'
          : cx(
              'overflow-clip rounded-button-lg border bg-surface',
              isChosen ? 'border-brand' : 'border-line-2 hover:border-ink-3',
            ),
      )}
    >
      <label
        className={cx(
          'flex min-h-13 cursor-pointer items-center gap-3 px-4 py-2.5 transition-colors',
          'has-focus-visible:outline-[2.5px] has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus',
          isChosen && 'bg-brand-soft text-brand-ink',
        )}
      >
        <input
          type="radio"
          name={name}
          value={option.value}
          checked={isChosen}
          onChange={onChoose}
          className="sr-only"
        />
        <span
          aria-hidden="true"
          className={cx(
            'grid size-5 shrink-0 place-items-center rounded-full border-[1.5px]',
            isChosen ? 'border-brand bg-brand' : 'border-line-strong bg-surface',
          )}
        >
          {isChosen ? <span className="size-2 rounded-full bg-on-brand" /> : null}
        </span>
        {option.icon ? (
          <span aria-hidden="true" className="shrink-0 [&>svg]:size-5">
            {option.icon}
          </span>
        ) : null}
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{option.label}</span>
          {option.line ? (
            <span className={cx('type-small block', !isChosen && 'text-ink-2')}>{option.line}</span>
          ) : null}
        </span>
        {option.aside ? <span className="tnum shrink-0 font-semibold">{option.aside}</span> : null}
      </label>
      {isChosen && option.body ? <div className="border-t border-line px-4 py-3.5">{option.body}</div> : null}
    </div>
  )
}
