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

export type CategoryAct =
  | { act: 'add'; slug: string; parent: string | null; name: Record<string, string>; icon: string }
  | { act: 'change'; slug: string; changes: CategoryChanges }
  | { act: 'move'; slug: string; place: number }
  | { act: 'setActive'; slug: string; active: boolean }
  | { act: 'saveField'; slug: string; field: Field }
  | { act: 'moveField'; slug: string; key: string; place: number }
  | { act: 'setFieldActive'; slug: string; key: string; active: boolean }

export async function actOnCategory(act: CategoryAct): Promise<void> {
  dataOf(await call(act))
}

async function call(act: CategoryAct) {
  switch (act.act) {
    case 'add':
      // Null for a top category, which the generated types do not allow.
      return supabase.rpc('add_category', {
        slug: act.slug,
        parent: act.parent as string,
        name: act.name,
        icon: act.icon,
      })
    case 'change':
      return supabase.rpc('change_category', { slug: act.slug, changes: act.changes })
    case 'move':
      return supabase.rpc('move_category', { slug: act.slug, place: act.place })
    case 'setActive':
      return supabase.rpc('set_category_active', { slug: act.slug, active: act.active })
    case 'saveField':
      return supabase.rpc('save_attribute', { slug: act.slug, field: JSON.parse(JSON.stringify(act.field)) })
    case 'moveField':
      return supabase.rpc('move_attribute', { slug: act.slug, key: act.key, place: act.place })
    case 'setFieldActive':
      return supabase.rpc('set_attribute_active', { slug: act.slug, key: act.key, active: act.active })
  }
}
