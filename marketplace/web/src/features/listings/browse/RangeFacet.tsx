import { Slider } from 'radix-ui'
import { useEffect, useId, useMemo, useState } from 'react'
import type { Range } from '../../../../../contract/search/search.ts'
import { t } from '../../../i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { Input } from '../../../ui/Input.tsx'
import { type PriceScale, priceScale } from './price-scale.ts'

interface Ends {
  min: number | null
  max: number | null
}

/** How a quantity is parsed and formatted. */
export interface Measure {
  /** Name in a label: "price", "width", for "Lowest price". */
  name: string
  /** Chooses the wording: items cost a price, but have any other quantity. */
  isPrice?: boolean
  /** Shown before the number in its field. */
  sign?: string
  /** Formats a value inside a sentence. */
  say(value: number): string
  /** Formats a value for the field. */
  write(value: number): string
  /** Parses the field; null when the text is not such a quantity. */
  read(text: string): number | null
  /** Rounds a value for "half of these". */
  round?(value: number): number
  /** The message for text that cannot be parsed. */
  problem: string
}

interface RangeFacetProps {
  measure: Measure
  facts: Range | null
  ends: Ends
  onChange: (ends: Ends) => void
}

/** A histogram with a two-thumb slider and two number fields; all three show the same range. */
export function RangeFacet({ measure, facts, ends, onChange }: RangeFacetProps) {
  const scale = useMemo(() => priceScale(facts), [facts])
  const round = measure.round ?? ((value: number) => value)
  return (
    <div>
      {facts?.p25 != null && facts.p75 != null && facts.p25 < facts.p75 ? (
        <p className="type-small tnum mb-2 text-ink-2">
          {measure.isPrice
            ? t('browse.halfCost', {
                from: measure.say(round(facts.p25)),
                to: measure.say(round(facts.p75)),
              })
            : t('browse.halfHave', {
                from: measure.say(round(facts.p25)),
                to: measure.say(round(facts.p75)),
              })}
        </p>
      ) : null}
      {facts && scale ? (
        <Histogram measure={measure} facts={facts} scale={scale} ends={ends} onChange={onChange} />
      ) : null}
      <Fields measure={measure} ends={ends} onChange={onChange} />
    </div>
  )
}

function Histogram(props: RangeFacetProps & { facts: Range; scale: PriceScale }) {
  const { measure, facts, scale, ends, onChange } = props
  const [moved, setMoved] = useState<[number, number] | null>(null)
  const chosen = scale.positionsOf(ends.min, ends.max)
  const [low, high] = moved ?? chosen
  const last = scale.edges.length - 1
  const highest = Math.max(1, ...facts.histogram.map((bar) => bar.count))
  const words = (at: number) => measure.say(scale.edges[at] ?? 0)
  const commit = ([from, to]: [number, number]) => {
    setMoved(null)
    if (from !== chosen[0] || to !== chosen[1]) onChange(scale.rangeOf([from, to]))
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
          aria-label={t('browse.lowest', { name: measure.name })}
          aria-valuetext={low === 0 ? t('browse.noLowest', { name: measure.name }) : words(low)}
          className={thumbClass}
        />
        <Slider.Thumb
          aria-label={t('browse.highest', { name: measure.name })}
          aria-valuetext={high === last ? t('browse.noHighest', { name: measure.name }) : words(high)}
          className={thumbClass}
        />
      </Slider.Root>
    </div>
  )
}

/** Also used by the distance slider. */
export const thumbClass =
  'hit-44 block size-5.5 cursor-grab rounded-full border-2 border-brand bg-surface active:cursor-grabbing'

function Fields({ measure, ends, onChange }: Omit<RangeFacetProps, 'facts'>) {
  const problemId = useId()
  const { min, max } = ends
  const [low, setLow] = useState('')
  const [high, setHigh] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a measure never changes for its facet
  useEffect(() => {
    setLow(min === null ? '' : measure.write(min))
    setHigh(max === null ? '' : measure.write(max))
    setProblem(null)
  }, [min, max])

  const apply = () => {
    const [from, to] = [low, high].map((text) => (text.trim() ? measure.read(text) : null))
    if (from === undefined || to === undefined) return
    if ((low.trim() && from === null) || (high.trim() && to === null)) {
      setProblem(measure.problem)
    } else if (from !== null && to !== null && from > to) {
      setProblem(t('browse.lowestAboveHighest', { name: measure.name }))
    } else {
      setProblem(null)
      if (from !== min || to !== max) onChange({ min: from, max: to })
    }
  }
  const shared = {
    inputMode: 'decimal',
    autoComplete: 'off',
    onBlur: apply,
    before: measure.sign ? <span aria-hidden="true">{measure.sign}</span> : undefined,
    beforeLetters: measure.sign?.length,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? problemId : undefined,
    className: 'tnum h-11! pe-1.5',
  } as const

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <Input
          {...shared}
          aria-label={t('browse.lowest', { name: measure.name })}
          value={low}
          onChange={(event) => setLow(event.target.value)}
        />
        <span aria-hidden="true" className="text-ink-2">
          –
        </span>
        <Input
          {...shared}
          aria-label={t('browse.highest', { name: measure.name })}
          value={high}
          onChange={(event) => setHigh(event.target.value)}
        />
      </div>
      {problem ? (
        <p id={problemId} role="alert" className="type-small mt-1.5 text-danger-ink">
          {problem}
        </p>
      ) : null}
      {/* Two inputs submit on Enter only when the form has a submit button. */}
      <button type="submit" className="sr-only" tabIndex={-1}>
        {t('browse.applyName', { name: measure.name })}
      </button>
    </form>
  )
}
