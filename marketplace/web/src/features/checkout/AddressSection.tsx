import { useQuery, useQueryClient } from '@tanstack/react-query'
import { House } from 'lucide-react'
import { type RefObject, useImperativeHandle, useState } from 'react'
import { addressLines, MOST_ADDRESSES, type SavedAddress } from '../../../../contract/orders/address.ts'
import { t } from '../../i18n/t.ts'
import { sentenceOf } from '../../lib/data/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AddressDialog } from './AddressDialog.tsx'
import { type AddressDraft, AddressFields, draftOf, problemsOf } from './AddressFields.tsx'
import { saveAddress } from './api.ts'
import { addressesQuery } from './queries.ts'

/** The chosen address. */
export interface AddressChoice {
  /** Saves a new address first. @returns its id; undefined if it is invalid */
  choose(): Promise<string | undefined>
}

interface AddressSectionProps {
  ref: RefObject<AddressChoice | null>
  userId: string
  title: string
  /** Who sees it. */
  hint: string
  /** Of the item. */
  country: string | null
}

/** The address of the buyer or the sender: one from the address book, or a form for the first one. */
export function AddressSection({ ref, userId, title, hint, country }: AddressSectionProps) {
  const addresses = useQuery(addressesQuery(userId))
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [isChanging, setChanging] = useState(false)
  const known = addresses.data ?? []
  const chosen = known.find(({ id }) => id === chosenId) ?? known[0]
  return (
    <section aria-labelledby="address-title">
      <div className="mb-2.5 flex items-baseline justify-between gap-3">
        <h2 id="address-title" className="type-h3">
          {title}
        </h2>
        {chosen ? (
          <Button variant="ghost" size="s" className="-me-3.5 text-brand!" onClick={() => setChanging(true)}>
            {t('common.change')}
          </Button>
        ) : null}
      </div>
      {addresses.isPending ? <Skeleton className="h-24 rounded-control" /> : null}
      {addresses.isError && !addresses.data ? <LoadFailed onRetry={() => void addresses.refetch()} /> : null}
      {chosen ? <Chosen ref={ref} address={chosen} /> : null}
      {addresses.data && !chosen ? <FirstAddress ref={ref} userId={userId} country={country} /> : null}
      {addresses.data ? <p className="type-small mt-2.5 text-ink-3">{hint}</p> : null}
      {isChanging ? (
        <AddressDialog
          userId={userId}
          addresses={known}
          chosenId={chosen?.id ?? null}
          country={country}
          isFull={known.length >= MOST_ADDRESSES}
          onChoose={(id) => {
            setChosenId(id)
            setChanging(false)
          }}
          onClose={() => setChanging(false)}
        />
      ) : null}
    </section>
  )
}

function Chosen({ ref, address }: { ref: RefObject<AddressChoice | null>; address: SavedAddress }) {
  useImperativeHandle(ref, () => ({ choose: () => Promise.resolve(address.id) }), [address.id])
  return <AddressText address={address} />
}

/** An address as on a parcel. */
export function AddressText({ address }: { address: SavedAddress }) {
  const [name, ...lines] = addressLines(address)
  return (
    <address className="flex gap-3 not-italic">
      <House aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-ink-2" />
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{name}</span>
        {lines.map((line) => (
          <span key={line} className="block text-ink-2">
            {line}
          </span>
        ))}
      </span>
    </address>
  )
}

/** The form is saved together with the order. */
function FirstAddress({ ref, userId, country }: Omit<AddressSectionProps, 'title' | 'hint'>) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<AddressDraft>(() => draftOf(null, country))
  const [isTried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const problems = isTried ? problemsOf(draft) : {}
  useImperativeHandle(ref, () => ({
    async choose() {
      setTried(true)
      setFailure(null)
      const [wrong] = Object.keys(problemsOf(draft))
      if (wrong) {
        document.getElementById(`address-${wrong}`)?.focus()
        return undefined
      }
      try {
        const saved = await saveAddress(null, draft)
        // The form stays until navigation, so that a declined card causes no layout shift.
        queries.setQueryData(addressesQuery(userId).queryKey, [saved])
        return saved.id
      } catch (error) {
        setFailure(sentenceOf(error))
        return undefined
      }
    },
  }))
  return <AddressFields draft={draft} problems={problems} failure={failure} onChange={setDraft} />
}
