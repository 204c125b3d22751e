import { useState } from 'react'
import { paths } from '../../../../contract/paths.ts'
import { rememberDestination } from '../../features/auth/return-to.ts'
import { MessageDialog } from '../../features/listings/detail/MessageDialog.tsx'
import type { ListingDetail } from '../../features/listings/listing.ts'
import { navigate, useSearchParams } from '../../lib/router.tsx'

/** URL parameter that reopens a begun message after the sign-in. */
const MESSAGE_PARAM = 'message'

export interface MessageDialogState {
  open: boolean
  /** How often it was opened: used as a key, so that each opening starts with the current draft. */
  times: number
  setOpen: (open: boolean) => void
}

interface ConversationStartProps {
  listing: ListingDetail
  questions: readonly string[]
  message: MessageDialogState
  signedIn: boolean
  isProtected: boolean
}

/** Dialog for the first message to a seller; visitors sign in and return to it. */
export function ConversationStart({ listing, questions, message, signedIn, isProtected }: ConversationStartProps) {
  return (
    <MessageDialog
      listing={listing}
      questions={questions}
      signedIn={signedIn}
      isProtected={isProtected}
      open={message.open}
      onOpenChange={message.setOpen}
      onSignIn={() => {
        rememberDestination(`${paths.listing(listing.id)}?${MESSAGE_PARAM}=1`)
        navigate(paths.auth)
      }}
      onSent={(conversationId) => navigate(paths.conversation(conversationId))}
    />
  )
}

/** Opens immediately after sign-in; closing it also removes the URL parameter. */
export function useMessageDialog(listingId: string): MessageDialogState {
  const [params] = useSearchParams()
  const asked = params.has(MESSAGE_PARAM)
  const [open, setOpen] = useState(asked)
  const [times, setTimes] = useState(0)
  return {
    open,
    times,
    setOpen(next) {
      setOpen(next)
      if (next) setTimes((before) => before + 1)
      if (!next && asked) navigate(paths.listing(listingId), { replace: true })
    },
  }
}
