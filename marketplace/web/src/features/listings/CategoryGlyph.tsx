import { useQuery } from '@tanstack/react-query'
import {
  Armchair,
  Baby,
  Bike,
  BookOpen,
  Car,
  CookingPot,
  Footprints,
  Hammer,
  Headphones,
  House,
  Laptop,
  type LucideIcon,
  Package,
  Puzzle,
  Shirt,
  Smartphone,
  Sprout,
  Volleyball,
} from 'lucide-react'
import { categoriesQuery } from './queries.ts'

/** Icons of the top categories by lucide name. Subcategories use their top category's. */
const ICONS: Record<string, LucideIcon> = {
  armchair: Armchair,
  baby: Baby,
  bike: Bike,
  'book-open': BookOpen,
  car: Car,
  'cooking-pot': CookingPot,
  footprints: Footprints,
  hammer: Hammer,
  headphones: Headphones,
  house: House,
  laptop: Laptop,
  puzzle: Puzzle,
  shirt: Shirt,
  smartphone: Smartphone,
  sprout: Sprout,
  volleyball: Volleyball,
}

/** The icon of a category's top category. */
export function CategoryGlyph({ slug, className }: { slug: string; className?: string }) {
  const { data: tree } = useQuery(categoriesQuery)
  const icon = tree?.pathTo(slug)[0]?.icon
  const Icon = (icon && ICONS[icon]) || Package
  return <Icon aria-hidden="true" strokeWidth={1.5} className={className} />
}
