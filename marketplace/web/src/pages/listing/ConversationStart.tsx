import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../../contract/paths.ts'
import { rememberDestination } from '../../features/auth/return-to.ts'
import { MessageDialog } from '../../features/listings/detail/MessageDialog.tsx'
import type { ListingDetail } from '../../features/listings/listing.ts'

/** In the address when somebody comes back from signing in with a message begun. */
const MESSAGE_PARAM = 'message'

export interface MessageDialogState {
  open: boolean
  /** How often it was opened: each time it begins with the draft as it is then. */
  times: number
  setOpen: (open: boolean) => void
}

interface ConversationStartProps {
  listing: ListingDetail
  questions: readonly string[]
  message: MessageDialogState
  signedIn: boolean
}

/** The first message to a seller; whoever is no user yet signs in and comes back to it. */
export function ConversationStart({ listing, questions, message, signedIn }: ConversationStartProps) {
  const navigate = useNavigate()
  return (
    <MessageDialog
      listing={listing}
      questions={questions}
      signedIn={signedIn}
      open={message.open}
      onOpenChange={message.setOpen}
      onSignIn={() => {
        rememberDestination(`${paths.listing(listing.id)}?${MESSAGE_PARAM}=1`)
        void navigate(paths.auth)
      }}
      onSent={(conversationId) => void navigate(paths.conversation(conversationId))}
    />
  )
}

/** Open at once for somebody who comes back from signing in; closing it also cleans the address. */
export function useMessageDialog(listingId: string): MessageDialogState {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const asked = params.has(MESSAGE_PARAM)
  const [open, setOpen] = useState(asked)
  const [times, setTimes] = useState(0)
  return {
    open,
    times,
    setOpen(next) {
      setOpen(next)
      if (next) setTimes((before) => before + 1)
      if (!next && asked) void navigate(paths.listing(listingId), { replace: true })
    },
  }
}
