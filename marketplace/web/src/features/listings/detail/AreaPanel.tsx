import { MapPin } from 'lucide-react'
import { useId } from 'react'

/** Metres: coordinates of ads are kept on a grid of about this size, never finer. */
const BLUR_METRES = 300
const RINGS_METRES = [600, 900, 1200]
/** Pixels of the drawing per metre. */
const SCALE = 0.26

/** Roughly where a thing is: a circle drawn to scale, with rings for the distance. No address, so nothing finer is drawn. */
export function AreaPanel({ place }: { place: string }) {
  const dots = useId()
  return (
    <figure className="relative overflow-hidden rounded-panel border border-line bg-sunken">
      <svg
        viewBox="0 0 820 248"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        className="block h-52 w-full md:h-62"
      >
        <pattern id={dots} width="26" height="26" patternUnits="userSpaceOnUse" patternTransform="rotate(24)">
          <circle cx="13" cy="13" r="1.4" fill="var(--line-strong)" opacity="0.45" />
        </pattern>
        <rect width="820" height="248" fill={`url(#${dots})`} />
        {RINGS_METRES.map((metres) => (
          <circle
            key={metres}
            cx="410"
            cy="124"
            r={metres * SCALE}
            fill="none"
            stroke="var(--line-strong)"
            strokeDasharray="3 7"
            opacity="0.7"
          />
        ))}
        <circle
          cx="410"
          cy="124"
          r={BLUR_METRES * SCALE}
          fill="var(--brand)"
          fillOpacity="0.16"
          stroke="var(--brand)"
          strokeWidth="2"
        />
      </svg>
      <figcaption className="absolute start-4 bottom-4 inline-flex h-9 items-center gap-2 rounded-full bg-surface px-3.5 text-[14px] shadow-1">
        <MapPin aria-hidden="true" strokeWidth={1.75} className="size-[18px]" />
        Around {place}, within {BLUR_METRES} m
      </figcaption>
    </figure>
  )
}
