import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { firstNameOf } from '../../lib/person-names.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { otherPerson } from './types.ts'
import { useConversation } from './use-thread.ts'

const BEFORE = [
  t('messages.advice.public'),
  t('messages.advice.tryFirst'),
  t('messages.advice.payInHand'),
  t('messages.advice.codes'),
]

interface AboutPanelProps {
  conversationId: string
  myId: string
  /** Above the rest, for somebody called so. */
  top: (otherName: string) => ReactNode
}

/** Beside the thread on wide screens: who it is, and how to hand over safely. */
export function AboutPanel({ conversationId, myId, top }: AboutPanelProps) {
  const { data: conversation } = useConversation(conversationId)
  if (!conversation) return null
  const person = otherPerson(conversation, myId)
  const facts = [
    person.rating_average === null
      ? null
      : t('messages.ratingFrom', {
          ratingAverage: person.rating_average.toFixed(1),
          ratingCount: person.rating_count,
        }),
    person.sold_count > 0 ? t('messages.soldCount', { soldCount: person.sold_count }) : null,
    person.phone_verified ? t('messages.phoneNumberConfirmed') : null,
    t('messages.hereSince', { value: new Date(person.joined_at).getFullYear() }),
  ].filter(Boolean)
  return (
    <aside
      aria-label={t('messages.aboutPerson', { name: person.display_name })}
      className="relative grid h-full content-start gap-8 overflow-y-auto border-s border-line p-6"
    >
      {top(firstNameOf(person.display_name))}
      <section className="grid gap-3">
        <h2 className="type-h3">{t('messages.aboutPerson', { name: person.display_name })}</h2>
        {person.left_at ? (
          <p className="text-ink-2">{t('messages.accountDeleted')}</p>
        ) : (
          <div className="panel grid gap-3 p-4">
            <div className="flex items-center gap-3">
              <Avatar name={person.display_name} path={person.avatar_path} size={56} />
              {person.rating_average === null ? (
                <p className="type-small text-ink-2">
                  {person.rating_count > 0
                    ? t('messages.reviewsSoFar', {
                        ratingCount: person.rating_count,
                      })
                    : t('common.noReviewsYet')}
                </p>
              ) : (
                <p className="flex items-center gap-1.5 font-semibold">
                  <Star aria-hidden="true" className="size-4 fill-saffron text-saffron" />
                  {person.rating_average.toFixed(1)}
                </p>
              )}
            </div>
            <p className="type-small text-ink-2">{facts.join(', ')}.</p>
            <LinkButton to={paths.seller(person.id)} variant="secondary" size="s" className="w-fit">
              {t('common.viewStall')}
            </LinkButton>
          </div>
        )}
      </section>
      <section className="grid gap-3">
        <h2 className="type-h3">{t('messages.advice.title')}</h2>
        <ul className="grid gap-2 text-[14px]/5 text-ink-2">
          {BEFORE.map((line) => (
            <li key={line} className="flex gap-2.5">
              <span aria-hidden="true" className="mt-[7px] size-1.5 shrink-0 rounded-full bg-brand" />
              {line}
            </li>
          ))}
        </ul>
      </section>
    </aside>
  )
}
