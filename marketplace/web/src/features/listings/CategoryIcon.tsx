import { lazy, Suspense } from 'react'

const CategoryGlyph = lazy(async () => ({ default: (await import('./CategoryGlyph.tsx')).CategoryGlyph }))

/** What stands where a category has no photo. The icons come with the first that is needed. */
export function CategoryIcon({ slug, className }: { slug: string; className?: string }) {
  return (
    <Suspense fallback={<span className={className} />}>
      <CategoryGlyph slug={slug} className={className} />
    </Suspense>
  )
}
