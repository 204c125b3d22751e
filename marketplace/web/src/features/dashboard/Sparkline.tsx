const WIDTH = 72
const HEIGHT = 24
const PAD = 3

/** Views of seven days, today last. Decorative: the numbers are given as text. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1)
  const step = (WIDTH - 2 * PAD) / Math.max(values.length - 1, 1)
  const points = values.map((value, place) => [PAD + place * step, HEIGHT - PAD - (value / most) * (HEIGHT - 2 * PAD)])
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className="text-brand">
      <polyline
        points={points.map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
