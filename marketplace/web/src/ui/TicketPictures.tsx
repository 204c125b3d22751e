import { useQuery } from '@tanstack/react-query'
import { supabase } from '../lib/data/supabase.ts'

interface TicketPicture {
  readonly path: string
  readonly name: string
}

const SIGNED_SECONDS = 600
const WIDTH = 480

/** Pictures of a ticket. Their bucket is private, so URLs are signed; each opens the full picture in a new tab. */
export function TicketPictures({ pictures }: { pictures: readonly TicketPicture[] }) {
  const signed = useQuery({
    queryKey: ['ticket-pictures', ...pictures.map(({ path }) => path)],
    queryFn: () => Promise.all(pictures.map(sign)),
    enabled: pictures.length > 0,
    staleTime: (SIGNED_SECONDS - 60) * 1000,
  })
  if (pictures.length === 0) return null
  return (
    <ul className="mt-3 flex list-none! flex-wrap gap-2 ps-0!">
      {signed.data?.map((picture) =>
        picture ? (
          <li key={picture.large} className="mt-0!">
            <a href={picture.large} target="_blank" rel="noreferrer">
              <img
                src={picture.small}
                alt={picture.name}
                className="h-28 w-auto max-w-full rounded-control border border-line object-cover"
              />
            </a>
          </li>
        ) : null,
      )}
    </ul>
  )
}

async function sign({ path, name }: TicketPicture): Promise<{ small: string; large: string; name: string } | null> {
  const bucket = supabase.storage.from('ticket-attachments')
  const [small, large] = await Promise.all([
    bucket.createSignedUrl(path, SIGNED_SECONDS, { transform: { width: WIDTH, resize: 'contain' } }),
    bucket.createSignedUrl(path, SIGNED_SECONDS),
  ])
  if (!small.data || !large.data) return null // deleted meanwhile
  return { small: small.data.signedUrl, large: large.data.signedUrl, name }
}
