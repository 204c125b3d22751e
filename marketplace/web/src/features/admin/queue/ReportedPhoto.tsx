import { useQuery } from '@tanstack/react-query'
import { t } from '../../../i18n/t.ts'
import { supabase } from '../../../lib/data/supabase.ts'

const SHOWN_WIDTH = 640
const SIGNED_SECONDS = 3600

/** The path of a reported chat photo, or ''. */
export function photoIn(evidence: Readonly<Record<string, unknown>> | null): string {
  const payload = evidence?.payload
  const path = typeof payload === 'object' && payload !== null && 'path' in payload ? payload.path : ''
  return evidence?.kind === 'image' && typeof path === 'string' ? path : ''
}

/** A chat photo, visible to moderators because it was reported. */
export function ReportedPhoto({ path }: { path: string }) {
  const photo = useQuery({
    queryKey: ['admin', 'reported-photo', path],
    queryFn: async () => {
      const { data, error } = await supabase.storage
        .from('chat-photos')
        .createSignedUrl(path, SIGNED_SECONDS, { transform: { width: SHOWN_WIDTH, resize: 'contain' } })
      if (error) throw error
      return data.signedUrl
    },
    retry: false,
  })
  if (photo.isError) return <p className="type-small text-ink-2">{t('admin.queue.photoGone')}</p>
  return photo.data ? (
    <img
      src={photo.data}
      alt={t('admin.queue.theReportedPhoto')}
      className="max-h-72 w-fit max-w-full rounded-control"
    />
  ) : (
    <span className="skeleton-fill block h-40 w-56 rounded-control" />
  )
}
