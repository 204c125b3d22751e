import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatTime } from '../../ui/format.ts'
import { photoUrl } from './chat-photo.ts'
import type { Message } from './types.ts'

const SHOWN_WIDTH = 640
const LARGE_WIDTH = 1600
/** Refetch before the signed URL expires. */
const FRESH_MS = 50 * 60 * 1000

/** A sent photo: a thumbnail in the thread, large on a tap. */
export function ChatPhoto({ message, mine, author }: { message: Message; mine: boolean; author: string }) {
  const [isLarge, setLarge] = useState(false)
  const path = String(message.payload.path ?? '')
  const small = useSigned(path, SHOWN_WIDTH, true)
  const large = useSigned(path, LARGE_WIDTH, isLarge)
  const name =
    author === t('shell.you')
      ? t('messages.photoFromYou', { time: formatTime(message.created_at) })
      : t('messages.photoFrom', { author, time: formatTime(message.created_at) })
  const width = Number(message.payload.width) || 4
  const height = Number(message.payload.height) || 3
  if (path === '') return <p className="type-small text-ink-2">{t('messages.photoGone')}</p>
  return (
    <>
      <button
        type="button"
        aria-label={name}
        onClick={() => setLarge(true)}
        style={{ aspectRatio: `${width} / ${Math.min(height, width * 1.4)}` }}
        className={cx(
          'w-[min(70%,18rem)] animate-message-in overflow-hidden rounded-panel bg-sunken',
          mine ? 'justify-self-end' : '',
        )}
      >
        {small.data ? <img src={small.data} alt="" className="size-full object-cover" /> : null}
        {small.isError ? <span className="type-small p-3 text-ink-2">{t('messages.photoFailedTap')}</span> : null}
      </button>
      <Dialog open={isLarge} onOpenChange={setLarge} title={name} className="sm:w-[min(60rem,calc(100vw-3rem))]">
        {large.data ? <img src={large.data} alt={name} className="mx-auto max-h-[70dvh] rounded-control" /> : null}
        {large.isError ? <p className="text-danger-ink">{t('messages.photoFailed')}</p> : null}
      </Dialog>
    </>
  )
}

function useSigned(path: string, width: number, enabled: boolean) {
  return useQuery({
    queryKey: ['chat-photo', path, width],
    queryFn: () => photoUrl(path, width),
    enabled: enabled && path !== '',
    staleTime: FRESH_MS,
    refetchInterval: enabled ? FRESH_MS : false,
  })
}
