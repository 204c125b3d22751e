import { useState } from 'react'
import { labelIn } from '../../../i18n/label-in.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { InputField } from '../../../ui/fields.tsx'
import { slugOf } from './edit.ts'
import { useCategoryMutation } from './queries.ts'
import type { AdminCategory } from './types.ts'

interface AddCategoryDialogProps {
  /** Null for a top category. */
  parent: AdminCategory | null
  taken: readonly string[]
  onClose: () => void
  onAdded: (slug: string) => void
}

/** Creates a category from its English name; the rest is edited afterwards. */
export function AddCategoryDialog({ parent, taken, onClose, onAdded }: AddCategoryDialogProps) {
  const [name, setName] = useState('')
  const [wasTried, setWasTried] = useState(false)
  const mutation = useCategoryMutation()
  const slug = slugOf(name)
  const problem =
    slug === '' ? t('admin.categories.nameMissing') : taken.includes(slug) ? t('admin.categories.addressTaken') : null
  const add = () => {
    setWasTried(true)
    if (problem) return
    mutation.mutate(
      {
        type: 'add',
        slug,
        parent: parent?.slug ?? null,
        name: { en: name.trim() },
        icon: parent?.icon ?? 'package',
      },
      { onSuccess: () => onAdded(slug) },
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title={
        parent ? t('admin.categories.addIn', { name: labelIn(parent.name) }) : t('admin.categories.addTopCategory')
      }
      description={t('admin.categories.addHint')}
      cancel={t('common.cancel')}
      footer={
        <Button onClick={add} loading={mutation.isPending} loadingLabel={t('admin.categories.adding')}>
          {t('common.add')}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <InputField
          label={t('admin.categories.nameInEnglish')}
          error={wasTried ? problem : null}
          hint={
            slug
              ? t('admin.categories.addressWillBe', { address: `/browse?category=${slug}` })
              : t('admin.categories.addressHint')
          }
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
