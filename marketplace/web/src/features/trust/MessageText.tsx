import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogClose } from '../../ui/Dialog.tsx'
import { type Owned, ownerIn, piecesOf } from './links.ts'

/** The text of a message. URLs are shown as text with their domain in bold; following one needs a confirmation. */
export function MessageText({ text }: { text: string }) {
  const pieces = useMemo(() => piecesOf(text), [text])
  if (!pieces.some((piece) => piece.url)) return text
  return pieces.map((piece, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes
    piece.url ? <ForeignLink key={place} address={piece.text} url={piece.url} /> : piece.text,
  )
}

function ForeignLink({ address, url }: { address: string; url: string }) {
  const [asks, setAsks] = useState(false)
  // The public suffix list is large, so it is loaded with the first URL.
  const { data: owned = ownerIn(address, null) } = useQuery({
    queryKey: ['domain', url],
    queryFn: async () => ownerIn(address, (await import('tldts')).getDomain(url)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (URL.parse(url)?.origin === location.origin) {
    return (
      <a href={url} rel="ugc" className="underline underline-offset-2">
        {address}
      </a>
    )
  }
  return (
    <>
      <button
        type="button"
        className="text-start underline decoration-dotted underline-offset-2"
        onClick={() => setAsks(true)}
      >
        <Address owned={owned} />
      </button>
      <Dialog
        open={asks}
        onOpenChange={setAsks}
        title={t('trust.link.leadsAway', { brand: config.brandName })}
        description={t('trust.link.warning')}
        footer={
          <>
            <a
              href={url}
              target="_blank"
              rel="ugc nofollow noopener noreferrer"
              className="inline-flex min-h-11 items-center px-3 font-semibold underline underline-offset-2"
              onClick={() => setAsks(false)}
            >
              {t('trust.link.open', { domain: owned.domain })}
            </a>
            <DialogClose asChild>
              <Button>{t('trust.stayHere')}</Button>
            </DialogClose>
          </>
        }
      >
        <p className="rounded-control bg-sunken px-3.5 py-3 [overflow-wrap:anywhere]">
          <Address owned={owned} />
        </p>
      </Dialog>
    </>
  )
}

function Address({ owned: { before, domain, after } }: { owned: Owned }) {
  return (
    <span>
      {before}
      <b>{domain}</b>
      {after}
    </span>
  )
}
