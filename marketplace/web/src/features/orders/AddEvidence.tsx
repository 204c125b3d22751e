import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { addEvidence } from './api.ts'
import { type ChosenPhoto, MOST_PHOTOS, storePhotos } from './evidence.ts'
import { PhotosField } from './PhotosField.tsx'
import { useOrderChange } from './queries.ts'
import type { Dispute, Order, Role } from './types.ts'

interface AddEvidenceProps {
  order: Order
  dispute: Dispute
  role: Role
  userId: string
}

/** Adds text and photos to one side of a dispute; collapsed at first. */
export function AddEvidence({ order, dispute, role, userId }: AddEvidenceProps) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [photos, setPhotos] = useState<ChosenPhoto[]>([])
  const own = role === 'buyer' ? dispute.photos : dispute.answer_photos
  const adding = useOrderChange({
    change: async () => addEvidence(order.id, text.trim(), await storePhotos(order.id, userId, photos)),
    onDone: () => {
      setOpen(false)
      setText('')
      setPhotos([])
    },
    isQuiet: true,
  })
  if (!isOpen) {
    return (
      <Button variant="secondary" size="s" onClick={() => setOpen(true)}>
        {t('orders.dispute.add')}
      </Button>
    )
  }
  return (
    <div className="grid gap-4">
      <TextAreaField
        label={t('orders.dispute.yourWords')}
        rows={3}
        maxLength={2000}
        value={text}
        error={adding.isError ? sentenceOf(adding.error) : null}
        onChange={({ target }) => setText(target.value)}
      />
      <PhotosField photos={photos} most={MOST_PHOTOS - own.length} onChange={setPhotos} />
      <div className="flex gap-2">
        <Button
          loading={adding.isPending}
          loadingLabel={t('common.sending')}
          disabled={text.trim() === '' && photos.length === 0}
          onClick={() => adding.mutate(undefined)}
        >
          {t('orders.photos.add')}
        </Button>
        <Button variant="ghost" onClick={() => setOpen(false)}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  )
}
