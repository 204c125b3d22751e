import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { firstNameOf } from '../../app/person-names.ts'
import { t } from '../../i18n/t.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { otherPerson } from './types.ts'
import { useConversation } from './use-thread.ts'

const BEFORE = [
  t('Meet in daylight, in a public place.'),
  t('Look at it and try it before you pay.'),
  t('Pay when it is in your hands.'),
  t('Never send a code, a deposit or card details.'),
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
      : t('{ratingAverage} from {ratingCount} reviews', {
          ratingAverage: person.rating_average.toFixed(1),
          ratingCount: person.rating_count,
        }),
    person.sold_count > 0 ? t('{soldCount} sold', { soldCount: person.sold_count }) : null,
    person.phone_verified ? t('phone number confirmed') : null,
    t('here since {value}', { value: new Date(person.joined_at).getFullYear() }),
  ].filter(Boolean)
  return (
    <aside
      aria-label={t('About {name}', { name: person.display_name })}
      className="grid h-full content-start gap-8 overflow-y-auto border-s border-line p-6"
    >
      {top(firstNameOf(person.display_name))}
      <section className="grid gap-3">
        <h2 className="type-h3">{t('About {name}', { name: person.display_name })}</h2>
        {person.left_at ? (
          <p className="text-ink-2">
            {t('This person has deleted their account. What you wrote to one another stays here.')}
          </p>
        ) : (
          <div className="panel grid gap-3 p-4">
            <div className="flex items-center gap-3">
              <Avatar name={person.display_name} path={person.avatar_path} size={56} />
              {person.rating_average === null ? (
                <p className="type-small text-ink-2">
                  {person.rating_count > 0
                    ? t('{ratingCount} reviews so far', { ratingCount: person.rating_count })
                    : t('No reviews yet')}
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
              {t('View stall')}
            </LinkButton>
          </div>
        )}
      </section>
      <section className="grid gap-3">
        <h2 className="type-h3">{t('Before you hand over')}</h2>
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
