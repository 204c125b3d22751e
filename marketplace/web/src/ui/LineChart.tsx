import { scaleLinear, scalePoint } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'
import { type PointerEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { formatCount } from './format.ts'

export interface ChartSeries<Row> {
  readonly key: keyof Row & string
  readonly label: string
  /** A colour token, such as `--color-brand`. */
  readonly token: string
  readonly dashed?: boolean
  /** Fills the area below the line with a downward gradient. */
  readonly filled?: boolean
}

interface LineChartProps<Row> {
  readonly rows: readonly Row[]
  readonly x: keyof Row & string
  readonly formatX: (value: string) => string
  readonly series: readonly ChartSeries<Row>[]
  /** Pixels. */
  readonly height?: number
}

const MARGIN = { top: 8, right: 12, bottom: 28, left: 36 }
/** Width reserved for an axis label, in pixels. */
const LABEL_WIDTH = 72

/** Lines over days. Visual only: always show a table of the same numbers beside it. */
export function LineChart<Row extends object>({ rows, x, formatX, series, height = 240 }: LineChartProps<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [pointed, setPointed] = useState<number | null>(null)
  const scales = scalesOf(rows, series, width, height)
  const { across } = scales
  const point = (event: PointerEvent) => {
    const from = event.clientX - (frame.current?.getBoundingClientRect().left ?? 0) - MARGIN.left
    const nearest = Math.round(from / (across.step() || 1))
    setPointed(rows.length > 0 ? Math.min(rows.length - 1, Math.max(0, nearest)) : null)
  }
  return (
    <div
      ref={frame}
      aria-hidden="true"
      className="relative min-w-0 overflow-hidden"
      style={{ height }}
      onPointerMove={point}
      onPointerLeave={() => setPointed(null)}
    >
      <svg aria-hidden="true" width={width} height={height} className="tnum absolute text-[12px]">
        <Axes scales={scales} labels={rows.map((row) => formatX(String(row[x])))} width={width} height={height} />
        {series.map((one) => (
          <Series key={one.key} values={rows.map((row) => Number(row[one.key]))} {...{ one, scales, pointed }} />
        ))}
      </svg>
      {pointed === null ? null : (
        <Values row={rows[pointed]} {...{ x, formatX, series }} onTheRight={(across(pointed) ?? 0) < width / 2} />
      )}
    </div>
  )
}

type Scales = ReturnType<typeof scalesOf>

/** Scales from row index to x, and from value to y, in pixels. */
function scalesOf<Row extends object>(
  rows: readonly Row[],
  series: readonly ChartSeries<Row>[],
  width: number,
  height: number,
) {
  const highest = Math.max(1, ...rows.flatMap((row) => series.map(({ key }) => Number(row[key]))))
  return {
    across: scalePoint<number>(rows.keys(), [MARGIN.left, Math.max(MARGIN.left, width - MARGIN.right)]),
    up: scaleLinear([0, highest], [height - MARGIN.bottom, MARGIN.top]).nice(4),
  }
}

interface AxesProps {
  scales: Scales
  labels: readonly string[]
  width: number
  height: number
}

function Axes({ scales: { across, up }, labels, width, height }: AxesProps) {
  const counts = up.ticks(4).filter(Number.isInteger)
  const every = Math.max(1, Math.ceil((labels.length * LABEL_WIDTH) / Math.max(1, width - MARGIN.left)))
  return (
    <g fill="var(--color-ink-3)">
      {counts.map((count) => (
        <g key={count}>
          <line x1={MARGIN.left} x2={width - MARGIN.right} y1={up(count)} y2={up(count)} stroke="var(--color-line)" />
          <text x={MARGIN.left - 8} y={up(count) + 4} textAnchor="end">
            {formatCount(count)}
          </text>
        </g>
      ))}
      {[...across.domain()]
        .filter((index) => index % every === 0)
        .map((index) => (
          <text
            key={index}
            x={across(index)}
            y={height - 8}
            textAnchor={index === 0 ? 'start' : index === labels.length - 1 ? 'end' : 'middle'}
          >
            {labels[index]}
          </text>
        ))}
    </g>
  )
}

interface SeriesProps {
  one: Pick<ChartSeries<object>, 'token' | 'dashed' | 'filled'>
  values: readonly number[]
  scales: Scales
  pointed: number | null
}

function Series({ one: { token, dashed, filled }, values, scales: { across, up }, pointed }: SeriesProps) {
  const fill = useId()
  const at = (_: number, index: number) => across(index) ?? 0
  const drawn = line<number>(at, up).curve(curveMonotoneX)
  const ground = area<number>(at, up(0), up).curve(curveMonotoneX)
  return (
    <g stroke={`var(${token})`} fill="none">
      <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={`var(${token})`} stopOpacity={0.2} />
        <stop offset="1" stopColor={`var(${token})`} stopOpacity={0} />
      </linearGradient>
      {filled ? <path d={ground(values) ?? ''} fill={`url(#${fill})`} stroke="none" /> : null}
      <path d={drawn(values) ?? ''} strokeWidth={2} strokeDasharray={dashed ? '5 4' : undefined} />
      {pointed === null ? null : (
        <circle cx={across(pointed)} cy={up(values[pointed] ?? 0)} r={4} fill={`var(${token})`} />
      )}
    </g>
  )
}

/** The numbers of one day, placed away from the pointer. */
function Values<Row extends object>({
  row,
  x,
  formatX,
  series,
  onTheRight,
}: Pick<LineChartProps<Row>, 'x' | 'formatX' | 'series'> & { row: Row | undefined; onTheRight: boolean }) {
  if (!row) return null
  return (
    <div
      className={cx(
        'type-small pointer-events-none absolute top-2 rounded-control border border-line bg-surface px-3 py-2 shadow-1',
        onTheRight ? 'right-3' : 'left-10',
      )}
    >
      <p className="text-ink-2">{formatX(String(row[x]))}</p>
      {series.map(({ key, label, token }) => (
        <p key={key} className="tnum" style={{ color: `var(${token})` }}>
          {label}: {formatCount(Number(row[key]))}
        </p>
      ))}
    </div>
  )
}

/** The laid-out width of an element in pixels; 0 before layout. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}
