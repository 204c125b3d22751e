import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../app/failure.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { toast } from '../../ui/toast.ts'
import { writeReview } from './api.ts'
import { useTradeActs } from './queries.ts'
import { StarInput } from './Stars.tsx'
import { type Deal, REVIEW_TAGS, type ReviewTag } from './types.ts'
import { TAG_LABELS } from './wording.ts'

const MAX_LENGTH = 1000

interface ReviewDialogProps {
  deal: Pick<Deal, 'id' | 'item_title'>
  otherName: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Stars, marks and words about the other person of a deal. Nobody sees them before both have written. */
export function ReviewDialog({ deal, otherName, open, onOpenChange }: ReviewDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('How was it with {otherName}?', { otherName })}
      description={t('About “{itemTitle}”. Hidden until you both have written, or for 14 days.', {
        itemTitle: deal.item_title,
      })}
    >
      {open ? <ReviewForm dealId={deal.id} onDone={() => onOpenChange(false)} /> : null}
    </Dialog>
  )
}

function ReviewForm({ dealId, onDone }: { dealId: string; onDone: () => void }) {
  const { refresh } = useTradeActs()
  const [rating, setRating] = useState(0)
  const [tags, setTags] = useState<readonly ReviewTag[]>([])
  const [body, setBody] = useState('')
  const [isAsked, setAsked] = useState(false)
  const write = useMutation({
    mutationFn: () => writeReview({ dealId, rating, tags, body: body.trim() }),
    onSuccess: ({ state }) => {
      void toast({
        title: t('Thank you'),
        description:
          state === 'published' ? t('Both reviews can be read now.') : t('It shows once both of you have written.'),
      })
      onDone()
      return refresh()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (rating > 0) write.mutate()
  }
  const length = [...body].length
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-1">
      <StarInput
        value={rating}
        onChange={setRating}
        error={isAsked && rating === 0 ? t('Give one to five stars.') : null}
      />
      <fieldset>
        <legend className="mb-1.5 text-[14px]/5 font-semibold">{t('What was good?')}</legend>
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
      <Field
        label={t('In your words')}
        aside={length > 800 ? t('{count} of {most}', { count: length, most: MAX_LENGTH }) : t('optional')}
        error={write.isError ? sentenceOf(write.error) : null}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            maxLength={MAX_LENGTH}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="justify-self-end" loading={write.isPending} loadingLabel={t('Sending')}>
        {t('Send review')}
      </Button>
    </form>
  )
}
