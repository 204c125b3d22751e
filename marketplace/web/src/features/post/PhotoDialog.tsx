import { ArrowLeft, ArrowRight, RotateCw, Star } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '../../../../contract/limits.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Picture } from './Picture.tsx'
import { isRefused, type PostPhoto } from './photos.ts'
import type { Photos } from './use-photos.ts'

interface PhotoDialogProps {
  photo: PostPhoto
  index: number
  photos: Photos
  /** Follows the photo to its new place; null closes. */
  onGo: (index: number | null) => void
}

/** What can be done with one photo without dragging: describe it, turn it, or move it with plain buttons. */
export function PhotoDialog({ photo, index, photos, onGo }: PhotoDialogProps) {
  const count = photos.list.filter((one) => !isRefused(one)).length
  const [isTurning, setIsTurning] = useState(false)
  const onClose = () => onGo(null)
  const move = (to: number) => {
    photos.move(index, to)
    onGo(to)
  }
  const turn = async () => {
    setIsTurning(true)
    await photos.turn(photo.id)
    setIsTurning(false)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('Photo {number} of {count}', { number: index + 1, count })}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      <div className="grid gap-4">
        <div className="mx-auto w-64">
          <Picture photo={photo} sizes="256px" />
        </div>
        <Field
          label={t('What does it show?')}
          hint={t('For people who cannot see it. Left empty, your title is read out.')}
        >
          {(control) => (
            <Input
              {...control}
              value={photo.alt}
              maxLength={LIMITS.photos.altMax}
              onChange={(event) => photos.describe(photo.id, event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="s"
            loading={isTurning}
            loadingLabel={t('Turning')}
            onClick={() => void turn()}
          >
            <RotateCw aria-hidden="true" strokeWidth={1.75} className="size-4" />
            {t('Turn')}
          </Button>
          <Button variant="secondary" size="s" disabled={index === 0} onClick={() => move(index - 1)}>
            <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-4" />
            {t('Move earlier')}
          </Button>
          <Button variant="secondary" size="s" disabled={index === count - 1} onClick={() => move(index + 1)}>
            {t('Move later')}
            <ArrowRight aria-hidden="true" strokeWidth={1.75} className="size-4" />
          </Button>
          <Button variant="secondary" size="s" disabled={index === 0} onClick={() => move(0)}>
            <Star aria-hidden="true" strokeWidth={1.75} className="size-4" />
            {t('Make it the cover')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
