import { dataOf } from '../../../lib/data/failure.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import type { AdminCategory, CategoryChanges, Field } from './types.ts'

/** The whole tree with attributes, inactive branches included. */
export async function readAllCategories(): Promise<AdminCategory[]> {
  const answer = await supabase
    .from('categories')
    .select(
      'slug, parent, level, sort, name, synonyms, synonyms_i18n, icon, risk_profile, expiry_days, allow_types, photo_min, leaf, active, attributes, retired_attributes',
    )
    .order('level')
    .order('sort')
    .order('slug')
    .overrideTypes<AdminCategory[], { merge: false }>() // jsonb columns, validated by the functions that write them
  return dataOf(answer) ?? []
}

export type CategoryAction =
  | { type: 'add'; slug: string; parent: string | null; name: Record<string, string>; icon: string }
  | { type: 'change'; slug: string; changes: CategoryChanges }
  | { type: 'move'; slug: string; place: number }
  | { type: 'setActive'; slug: string; active: boolean }
  | { type: 'saveField'; slug: string; field: Field }
  | { type: 'moveField'; slug: string; key: string; place: number }
  | { type: 'setFieldActive'; slug: string; key: string; active: boolean }

export async function actOnCategory(action: CategoryAction): Promise<void> {
  dataOf(await call(action))
}

async function call(action: CategoryAction) {
  switch (action.type) {
    case 'add':
      // Null for a top category, which the generated types do not allow.
      return supabase.rpc('add_category', {
        slug: action.slug,
        parent: action.parent as string,
        name: action.name,
        icon: action.icon,
      })
    case 'change':
      return supabase.rpc('change_category', { slug: action.slug, changes: action.changes })
    case 'move':
      return supabase.rpc('move_category', { slug: action.slug, place: action.place })
    case 'setActive':
      return supabase.rpc('set_category_active', { slug: action.slug, active: action.active })
    case 'saveField':
      return supabase.rpc('save_attribute', { slug: action.slug, field: JSON.parse(JSON.stringify(action.field)) })
    case 'moveField':
      return supabase.rpc('move_attribute', { slug: action.slug, key: action.key, place: action.place })
    case 'setFieldActive':
      return supabase.rpc('set_attribute_active', { slug: action.slug, key: action.key, active: action.active })
  }
}
