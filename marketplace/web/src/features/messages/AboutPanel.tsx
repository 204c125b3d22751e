import type { ReactNode } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { t } from '../../i18n/t.ts'
import { firstNameOf } from '../../lib/person-names.ts'
import { Link } from '../../lib/router.tsx'
import { formatRating } from '../../ui/format-numbers.ts'
import { dealOf, otherPerson } from './types.ts'
import { useConversation } from './use-thread.ts'

const BEFORE = [t('messages.advice.public'), t('messages.advice.tryFirst'), t('messages.advice.codes')]

interface AboutPanelProps {
  conversationId: string
  myId: string
  /** Shown above the rest; gets the other person's name. */
  top: (otherName: string) => ReactNode
}

/** Beside the thread on wide screens: the other person, and how to hand over safely. */
export function AboutPanel({ conversationId, myId, top }: AboutPanelProps) {
  const { data: conversation } = useConversation(conversationId)
  if (!conversation) return null
  const person = otherPerson(conversation, myId)
  const deal = dealOf(conversation)
  const facts = [
    person.rating_average === null
      ? null
      : t('messages.ratingFrom', {
          ratingAverage: formatRating(person.rating_average),
          ratingCount: person.rating_count,
        }),
    person.sold_count > 0 ? t('messages.soldCount', { soldCount: person.sold_count }) : null,
    person.phone_verified ? t('messages.phoneNumberConfirmed') : null,
    t('messages.hereSince', { value: new Date(person.joined_at).getFullYear() }),
  ].filter(Boolean)
  const title = t('messages.aboutPerson', { name: firstNameOf(person.display_name) })
  return (
    <aside
      aria-label={t('messages.aboutPerson', { name: person.display_name })}
      className="relative grid h-full content-start gap-8 overflow-y-auto border-s border-line p-6"
    >
      {top(firstNameOf(person.display_name))}
      {deal?.state === 'completed' || deal?.mode === 'ship' ? null : (
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
      )}
      <section className="grid gap-1">
        <h2 className="type-h3">
          {person.left_at ? (
            title
          ) : (
            <Link to={paths.seller(person.id)} className="hover:underline">
              {title}
            </Link>
          )}
        </h2>
        {person.left_at ? (
          <p className="text-[14px]/5 text-ink-2">{t('messages.accountDeleted')}</p>
        ) : (
          <ul className="tnum grid gap-1 text-[14px]/5 text-ink-2">
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
      </section>
    </aside>
  )
}
