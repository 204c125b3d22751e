import { useId } from 'react'
import { formatCount } from '../../../ui/format.ts'

interface RadioListProps<Value extends string> {
  legend: string
  value: Value | ''
  options: readonly { value: Value | ''; label: string; count?: number }[]
  onChange: (value: Value | '') => void
}

/** A single choice, the first option being "any". Counts are at the end of the line; options without results are left out. */
export function RadioList<Value extends string>({ legend, value, options, onChange }: RadioListProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      {options
        .filter((option) => option.count !== 0 || option.value === value)
        .map((option) => (
          <label key={option.value} className="flex min-h-11 cursor-pointer items-center gap-3 md:min-h-9">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="size-5 shrink-0 appearance-none rounded-full border-[1.5px] border-line-strong bg-surface checked:border-[6px] checked:border-brand"
            />
            <span className="min-w-0 flex-1">{option.label}</span>
            {option.count !== undefined ? (
              <span className="type-small tnum text-ink-3">{formatCount(option.count)}</span>
            ) : null}
          </label>
        ))}
    </fieldset>
  )
}
