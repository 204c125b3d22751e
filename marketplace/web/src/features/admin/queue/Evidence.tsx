import type { ReactNode } from 'react'
import { inSentence } from '../../../i18n/in-sentence.ts'
import { t } from '../../../i18n/t.ts'
import { Marked } from '../../../ui/Marked.tsx'
import { AdsToJudge } from './AdsToJudge.tsx'
import { quoteOf } from './evidence-text.ts'
import { photoIn, ReportedPhoto } from './ReportedPhoto.tsx'
import type { QueueItem } from './types.ts'
import { ACTION } from './words.ts'

/** The reported content as it was at the time of the report. */
export function Evidence({ item, onOpenPerson }: { item: QueueItem; onOpenPerson: () => void }) {
  switch (item.kind) {
    case 'report':
      return (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <ul className="grid gap-1">
            {item.details.map(({ no, detail, appeal }) => (
              <li key={no} className="text-ink-2">
                {detail ? quoted(detail) : null}
                {appeal ? (
                  <span className="block text-ink">{t('admin.queue.reporterAsksAgain', { words: appeal })}</span>
                ) : null}
              </li>
            ))}
          </ul>
          <AdsToJudge item={item} onOpenPerson={onOpenPerson} />
          <Quote>{quoteOf(item)}</Quote>
          {photoIn(item.evidence) ? <ReportedPhoto path={photoIn(item.evidence)} /> : null}
        </div>
      )
    case 'ad':
      return (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <AdsToJudge item={item} onOpenPerson={onOpenPerson} />
          <Quote>{item.description}</Quote>
        </div>
      )
    case 'message':
      return (
        <div className="grid gap-2">
          {item.before.length > 0 ? (
            <ul className="grid gap-1 text-ink-2">
              {item.before.map(({ id, body, is_sender: isSender }) => (
                <li key={id} className="break-words">
                  {isSender
                    ? t('admin.queue.senderWrote', { words: body })
                    : t('admin.queue.otherWrote', { words: body })}
                </li>
              ))}
            </ul>
          ) : null}
          <Quote>
            <Marked text={item.body} passage={item.sentence} />
          </Quote>
          {item.appeal ? <p className="text-ink-2">{t('admin.queue.senderSays', { words: item.appeal })}</p> : null}
        </div>
      )
    case 'appeal':
      return (
        <div className="grid gap-2">
          <p className="text-ink-2">
            {t('admin.queue.decidedLine', { action: inSentence(ACTION[item.action]), words: item.statement })}
          </p>
          <Quote>{item.appeal}</Quote>
          {item.mine ? <p className="type-small text-ink-3">{t('admin.queue.ownDecision')}</p> : null}
        </div>
      )
  }
}

const quoted = (words: string) => t('common.quotedWords', { words })

function Quote({ children }: { children: ReactNode }) {
  if (children === '') return null
  return (
    <blockquote className="max-h-64 overflow-y-auto whitespace-pre-wrap break-words rounded-control bg-sunken px-4 py-3">
      {children}
    </blockquote>
  )
}
