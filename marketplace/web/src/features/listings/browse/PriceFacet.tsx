import { Slider } from 'radix-ui'
import { useEffect, useId, useMemo, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { currencySign, formatMoney } from '../../../ui/format.ts'
import { Input } from '../../../ui/Input.tsx'
import type { PriceFacts } from '../listing.ts'
import { priceText, readPrice, wholeUnits } from '../search-state.ts'
import { type PriceScale, priceScale } from './price-scale.ts'

interface PriceFacetProps {
  facts: PriceFacts | null
  min: number | null
  max: number | null
  onChange: (range: { priceMin: number | null; priceMax: number | null }) => void
}

/** How prices spread, two thumbs over it, and two fields for exact amounts; all three say the same range. */
export function PriceFacet({ facts, min, max, onChange }: PriceFacetProps) {
  const scale = useMemo(() => priceScale(facts), [facts])
  return (
    <div>
      {facts?.p25 != null && facts.p75 != null && facts.p25 < facts.p75 ? (
        <p className="type-small tnum mb-2 text-ink-2">
          Half of these cost {formatMoney(wholeUnits(facts.p25))} to {formatMoney(wholeUnits(facts.p75))}
        </p>
      ) : null}
      {facts && scale ? <Histogram facts={facts} scale={scale} min={min} max={max} onChange={onChange} /> : null}
      <PriceFields min={min} max={max} onChange={onChange} />
    </div>
  )
}

function Histogram({ facts, scale, min, max, onChange }: PriceFacetProps & { facts: PriceFacts; scale: PriceScale }) {
  const [moved, setMoved] = useState<[number, number] | null>(null)
  const chosen = scale.positionsOf(min, max)
  const [low, high] = moved ?? chosen
  const last = scale.edges.length - 1
  const highest = Math.max(1, ...facts.histogram.map((bar) => bar.count))
  const money = (at: number) => formatMoney(scale.edges[at] ?? 0)
  const commit = ([from, to]: [number, number]) => {
    setMoved(null)
    const range = scale.rangeOf([from, to])
    if (from === chosen[0] && to === chosen[1]) return
    onChange({ priceMin: range.min, priceMax: range.max })
  }

  return (
    <div className="mb-3">
      <div aria-hidden="true" className="mx-2.5 flex h-16 items-end gap-0.5">
        {facts.histogram.map((bar, at) => (
          <span
            key={bar.from}
            style={{ height: `${bar.count === 0 ? 2 : 8 + (bar.count / highest) * 92}%` }}
            className={cx('flex-1 rounded-t-[3px]', at >= low && at < high ? 'bg-brand' : 'bg-line')}
          />
        ))}
      </div>
      <Slider.Root
        value={[low, high]}
        min={0}
        max={last}
        step={1}
        minStepsBetweenThumbs={1}
        onValueChange={([from = 0, to = last]) => setMoved([from, to])}
        onValueCommit={([from = 0, to = last]) => commit([from, to])}
        className="relative flex h-5 touch-none items-center"
      >
        <Slider.Track className="mx-2.5 h-[3px] grow rounded-full bg-line">
          <Slider.Range className="absolute h-[3px] bg-brand" />
        </Slider.Track>
        <Slider.Thumb
          aria-label="Lowest price"
          aria-valuetext={low === 0 ? 'no lowest price' : money(low)}
          className={thumbClass}
        />
        <Slider.Thumb
          aria-label="Highest price"
          aria-valuetext={high === last ? 'no highest price' : money(high)}
          className={thumbClass}
        />
      </Slider.Root>
    </div>
  )
}

/** Also the thumb of the distance slider. */
export const thumbClass =
  'hit-44 block size-5.5 cursor-grab rounded-full border-2 border-brand bg-surface active:cursor-grabbing'

function PriceFields({ min, max, onChange }: Omit<PriceFacetProps, 'facts'>) {
  const problemId = useId()
  const [low, setLow] = useState('')
  const [high, setHigh] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  // The address is the truth: the fields follow the slider, the chips and the back button.
  useEffect(() => {
    setLow(min === null ? '' : priceText(min))
    setHigh(max === null ? '' : priceText(max))
    setProblem(null)
  }, [min, max])

  const apply = () => {
    const [priceMin, priceMax] = [low.trim() ? readPrice(low) : null, high.trim() ? readPrice(high) : null]
    if ((low.trim() && priceMin === null) || (high.trim() && priceMax === null)) {
      setProblem('Enter prices as numbers, like 12 or 9.50.')
    } else if (priceMin !== null && priceMax !== null && priceMin > priceMax) {
      setProblem('The lowest price is above the highest.')
    } else {
      setProblem(null)
      if (priceMin !== min || priceMax !== max) onChange({ priceMin, priceMax })
    }
  }
  const shared = {
    inputMode: 'decimal',
    autoComplete: 'off',
    before: <span aria-hidden="true">{currencySign()}</span>,
    onBlur: apply,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? problemId : undefined,
  } as const

  return (
    <form action={apply}>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <Input
          {...shared}
          aria-label="Lowest price"
          value={low}
          onChange={(event) => setLow(event.target.value)}
          className="tnum h-11!"
        />
        <span className="text-ink-2">to</span>
        <Input
          {...shared}
          aria-label="Highest price"
          value={high}
          onChange={(event) => setHigh(event.target.value)}
          className="tnum h-11!"
        />
      </div>
      {problem ? (
        <p id={problemId} role="alert" className="type-small mt-1.5 text-danger-ink">
          {problem}
        </p>
      ) : null}
      {/* Two fields submit with Enter only when the form has a submit button. */}
      <button type="submit" className="sr-only" tabIndex={-1}>
        Apply prices
      </button>
    </form>
  )
}
