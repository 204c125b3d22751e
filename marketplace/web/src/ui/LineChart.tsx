import { useId } from 'react'
import { Area, CartesianGrid, ComposedChart as Chart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useReducedMotion } from './use-reduced-motion.ts'

export interface ChartSeries<Row> {
  readonly key: keyof Row & string
  readonly label: string
  /** A colour token, such as `--color-brand`. */
  readonly token: string
  readonly dashed?: boolean
  /** The ground below the line is tinted, fading downwards. */
  readonly filled?: boolean
}

interface LineChartProps<Row> {
  readonly rows: readonly Row[]
  readonly x: keyof Row & string
  readonly formatX: (value: string) => string
  readonly series: readonly ChartSeries<Row>[]
  readonly height?: number
}

/** Lines over days. For eyes only: whoever shows one puts a table of the same numbers beside it. */
export function LineChart<Row extends object>({ rows, x, formatX, series, height = 240 }: LineChartProps<Row>) {
  const still = useReducedMotion()
  const fill = useId()
  const axis = { fontSize: 12, fill: 'var(--color-ink-3)' }
  return (
    <div aria-hidden="true" className="min-w-0 overflow-hidden" style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <Chart data={[...rows]} accessibilityLayer={false} margin={{ top: 8, right: 12, bottom: 0, left: -16 }}>
          <defs>
            {series.map(({ key, token }) => (
              <linearGradient key={key} id={fill + key} x1="0" y1="0" x2="0" y2="1">
                <stop offset="0" stopColor={`var(${token})`} stopOpacity={0.2} />
                <stop offset="1" stopColor={`var(${token})`} stopOpacity={0} />
              </linearGradient>
            ))}
          </defs>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey={(row: Row) => String(row[x])}
            tickFormatter={formatX}
            tick={axis}
            tickLine={false}
            axisLine={false}
            minTickGap={32}
          />
          <YAxis allowDecimals={false} tick={axis} tickLine={false} axisLine={false} width={48} />
          <Tooltip
            labelFormatter={(label) => formatX(String(label))}
            contentStyle={{
              background: 'var(--color-surface)',
              border: '1px solid var(--color-line)',
              borderRadius: 12,
              color: 'var(--color-ink)',
            }}
          />
          {series
            .filter(({ filled }) => filled)
            .map(({ key, label }) => (
              <Area
                key={`${key} ground`}
                dataKey={(row: Row) => Number(row[key])}
                name={label}
                type="monotone"
                stroke="none"
                fill={`url(#${fill}${key})`}
                isAnimationActive={!still}
                tooltipType="none"
                activeDot={false}
              />
            ))}
          {series.map(({ key, label, token, dashed }) => (
            <Line
              key={key}
              dataKey={(row: Row) => Number(row[key])}
              name={label}
              type="monotone"
              stroke={`var(${token})`}
              strokeWidth={2}
              {...(dashed ? { strokeDasharray: '5 4' } : {})}
              dot={false}
              isAnimationActive={!still}
            />
          ))}
        </Chart>
      </ResponsiveContainer>
    </div>
  )
}
