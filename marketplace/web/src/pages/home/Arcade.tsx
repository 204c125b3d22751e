import { ArchImage } from '../../ui/ArchImage.tsx'
import { cx } from '../../ui/cx.ts'

/** The three arches: width and height in pixels, the middle one highest. */
const ARCHES = [
  { name: 'arch-low', width: 130, height: 236 },
  { name: 'arch-high', width: 176, height: 356 },
  { name: 'arch-middle', width: 130, height: 284 },
] as const

/** Three of our own images behind arches on a ground line. */
export function Arcade({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={cx('min-h-[357px] items-end gap-4 border-b border-ink', className)}>
      {ARCHES.map(({ name, width, height }) => (
        <ArchImage key={name} name={name} ratio={width / height} flat priority style={{ width }} className="min-w-0" />
      ))}
    </div>
  )
}
