import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.ts'
import { writeReview } from './api.ts'
import { useDealMutation } from './queries.ts'
import { StarInput } from './Stars.tsx'
import { type Deal, REVIEW_TAGS, type ReviewTag } from './types.ts'
import { TAG_LABELS } from './wording.ts'

const MAX_LENGTH = 1000

interface ReviewDialogProps {
  deal: Pick<Deal, 'id'>
  otherName: string
  /** The stars chosen to open it; 0 while closed. */
  rating: number
  onClose: () => void
}

/** Rating, tags and text about the other person of a deal. Hidden until both have written one. */
export function ReviewDialog({ deal, otherName, rating, onClose }: ReviewDialogProps) {
  return (
    <Dialog
      open={rating > 0}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('offers.review.howWasIt', { otherName })}
      description={t('offers.review.hint')}
    >
      {rating > 0 ? <ReviewForm dealId={deal.id} chosen={rating} onDone={onClose} /> : null}
    </Dialog>
  )
}

function ReviewForm({ dealId, chosen, onDone }: { dealId: string; chosen: number; onDone: () => void }) {
  const { refresh } = useDealMutation()
  const [rating, setRating] = useState(chosen)
  const [tags, setTags] = useState<readonly ReviewTag[]>([])
  const [body, setBody] = useState('')
  const write = useMutation({
    mutationFn: () => writeReview({ dealId, rating, tags, body: body.trim() }),
    onSuccess: ({ state }) => {
      void toast({
        title: t('common.thankYou'),
        description: state === 'published' ? t('offers.review.bothReadable') : t('offers.review.shownLater'),
      })
      onDone()
      return refresh()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    write.mutate()
  }
  const length = [...body].length
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-1">
      <StarInput value={rating} onChange={setRating} />
      <fieldset>
        <legend className="mb-1.5 text-[14px]/5 font-semibold">{t('offers.review.whatWasGood')}</legend>
        <div className="flex flex-wrap gap-2">
          {REVIEW_TAGS.map((tag) => (
            <Chip
              key={tag}
              selected={tags.includes(tag)}
              onClick={() => setTags(tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag])}
            >
              {TAG_LABELS[tag]}
            </Chip>
          ))}
        </div>
      </fieldset>
      <TextAreaField
        label={t('offers.inYourWords')}
        aside={length > 800 ? t('common.countOfMost', { count: length, most: MAX_LENGTH }) : t('common.optional')}
        error={write.isError ? sentenceOf(write.error) : null}
        rows={4}
        maxLength={MAX_LENGTH}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <Button type="submit" className="justify-self-end" loading={write.isPending} loadingLabel={t('common.sending')}>
        {t('offers.sendReview')}
      </Button>
    </form>
  )
}
