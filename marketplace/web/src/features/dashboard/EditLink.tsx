import { Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import type { MyListing } from './types.ts'

export function EditLink({ ad, name }: { ad: MyListing; name: string }) {
  return (
    <Link
      to={paths.editPost(ad.id)}
      aria-label={t('dashboard.edit', { name })}
      className="hit-44 inline-grid size-9 place-items-center rounded-full transition-colors hover:bg-sunken"
    >
      <Pencil aria-hidden="true" strokeWidth={1.75} className="size-4.5" />
    </Link>
  )
}
