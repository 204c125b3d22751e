import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { useIsLive } from '../../lib/server-rendered.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { formatDate } from '../../ui/format.ts'
import { replyToReview } from './api.ts'
import { useDealMutation } from './queries.ts'
import { Stars } from './Stars.tsx'
import type { Review } from './types.ts'
import { TAG_LABELS } from './wording.ts'

interface ReviewItemProps {
  review: Review
  /** The review is about the user, who may reply once. */
  canReply?: boolean
  /** The review is by the user: shows whether it is public yet, but not the author. */
  isOwn?: boolean
  /** Further actions, such as reporting it. */
  children?: ReactNode
}

/** One review: rating, author, item, tags, text and reply. */
export function ReviewItem({ review, canReply = false, isOwn = false, children }: ReviewItemProps) {
  useIsLive() // dates depend on the reader's time zone
  const author = review.author?.display_name ?? t('common.someoneWhoLeft')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-4">
      <div className="flex items-center gap-3">
        {isOwn ? null : <Avatar name={author} path={review.author?.avatar_path} size={44} />}
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
            {isOwn ? null : <b className="font-semibold">{author}</b>}
            <Stars rating={review.rating} />
            {isOwn && review.state === 'submitted' ? <Badge>{t('offers.hiddenForNow')}</Badge> : null}
          </p>
          <p className="type-small truncate text-ink-2">
            {[review.item_title, formatDate(review.created_at)].filter(Boolean).join(', ')}
          </p>
        </div>
        {children}
      </div>
      {review.body ? <p className="max-w-[66ch] [overflow-wrap:anywhere]">{review.body}</p> : null}
      {review.tags.length > 0 ? (
        <p className="flex flex-wrap gap-1.5">
          {review.tags.map((tag) => (
            <Badge key={tag}>{TAG_LABELS[tag]}</Badge>
          ))}
        </p>
      ) : null}
      {review.reply ? (
        <p className="type-small ms-4 max-w-[66ch] border-s-2 border-line-2 ps-3 text-ink-2 [overflow-wrap:anywhere]">
          <b className="font-semibold text-ink">{t('offers.review.answer')}</b> {review.reply}
        </p>
      ) : canReply ? (
        <Reply reviewId={review.id} author={author} />
      ) : null}
    </li>
  )
}

function Reply({ reviewId, author }: { reviewId: string; author: string }) {
  const { refresh } = useDealMutation()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const send = useMutation({ mutationFn: () => replyToReview(reviewId, text), onSuccess: refresh })
  if (!open) {
    return (
      <Button
        variant="ghost"
        size="s"
        className="w-fit"
        aria-label={t('offers.review.answerTo', { author })}
        onClick={() => setOpen(true)}
      >
        {t('common.answer')}
      </Button>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <TextAreaField
        label={t('common.yourAnswer')}
        hint={t('offers.review.answerHint')}
        error={send.isError ? sentenceOf(send.error) : null}
        rows={3}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" size="s" loading={send.isPending} loadingLabel={t('common.sending')}>
          {t('offers.sendAnswer')}
        </Button>
        <Button variant="ghost" size="s" onClick={() => setOpen(false)}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
