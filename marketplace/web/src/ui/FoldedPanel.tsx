import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** A collapsible panel; find-in-page opens it too. */
export function FoldedPanel({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <details className="group panel">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 md:px-5 [&::-webkit-details-marker]:hidden">
        <h2 className="type-h3">{title}</h2>
        <span className="type-small tnum ms-auto text-ink-3">{aside}</span>
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.75}
          className="size-5 shrink-0 text-ink-3 transition-[rotate] group-open:rotate-180"
        />
      </summary>
      <div className="px-4 pb-3 md:px-5">{children}</div>
    </details>
  )
}
