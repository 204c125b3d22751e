import { ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'

/** A collapsible group of filters, open by default. */
export function FacetGroup({ title, open = true, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group/facet border-t border-line py-1">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between rounded-badge font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronUp
          aria-hidden="true"
          strokeWidth={1.75}
          className="size-5 rotate-180 transition-transform group-open/facet:rotate-0"
        />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  )
}
