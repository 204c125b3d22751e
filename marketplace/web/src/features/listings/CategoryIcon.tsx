import { lazy, Suspense } from 'react'

const CategoryGlyph = lazy(async () => ({ default: (await import('./CategoryGlyph.tsx')).CategoryGlyph }))

/** Fallback for a category without a photo. The icons are loaded on first use. */
export function CategoryIcon({ slug, className }: { slug: string; className?: string }) {
  return (
    <Suspense fallback={<span className={className} />}>
      <CategoryGlyph slug={slug} className={className} />
    </Suspense>
  )
}
