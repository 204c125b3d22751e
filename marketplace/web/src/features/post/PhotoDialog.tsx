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
import { altProblem } from './rules.ts'
import { SuggestedAlt } from './SuggestedAlt.tsx'
import type { Photos } from './use-photos.ts'

interface PhotoDialogProps {
  photo: PostPhoto
  index: number
  photos: Photos
  /** Null closes the dialog. */
  onGo: (index: number | null) => void
}

/** Alternative text, rotation and position of a photo, without dragging. */
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
      onClose={onClose}
      title={t('common.photoOfCount', { number: index + 1, count })}
      footer={<Button onClick={onClose}>{t('common.done')}</Button>}
    >
      <div className="grid gap-4">
        <div className="mx-auto w-64">
          <Picture photo={photo} sizes="256px" />
        </div>
        <Field label={t('post.photo.whatDoesItShow')} hint={t('post.photo.altHint')} error={altProblem(photo.alt)}>
          {(control) => (
            <>
              <Input
                {...control}
                value={photo.alt}
                maxLength={LIMITS.photos.altMax}
                onChange={(event) => photos.describe(photo.id, event.target.value)}
              />
              {photo.alt === '' ? (
                <SuggestedAlt
                  key={photo.id}
                  photo={photo}
                  isCover={index === 0}
                  onTake={(alt) => {
                    photos.describe(photo.id, alt)
                    // The button disappears: focus the field it filled in.
                    document.getElementById(control.id)?.focus()
                  }}
                />
              ) : null}
            </>
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="s"
            loading={isTurning}
            loadingLabel={t('post.turning')}
            onClick={() => void turn()}
          >
            <RotateCw aria-hidden="true" strokeWidth={1.75} className="size-4" />
            {t('post.turn')}
          </Button>
          <Button variant="secondary" size="s" disabled={index === 0} onClick={() => move(index - 1)}>
            <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-4" />
            {t('post.moveEarlier')}
          </Button>
          <Button variant="secondary" size="s" disabled={index === count - 1} onClick={() => move(index + 1)}>
            {t('post.moveLater')}
            <ArrowRight aria-hidden="true" strokeWidth={1.75} className="size-4" />
          </Button>
          <Button variant="secondary" size="s" disabled={index === 0} onClick={() => move(0)}>
            <Star aria-hidden="true" strokeWidth={1.75} className="size-4" />
            {t('post.photo.makeCover')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
