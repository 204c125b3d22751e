import { paths } from '../../../../contract/paths.ts'
import { config } from '../../lib/config.ts'
import { mayBeSignedIn } from '../../lib/data/client.ts'
import { queryClient } from '../../lib/data/query-client.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { navigate } from '../../lib/router.tsx'
import { toast } from '../../ui/toast.ts'
import { ANSWERS } from '../../worker/caches.ts'
import { createAuthStore } from './auth-store.ts'
import { openedByRecoveryLink } from './page-opening.ts'
import { forgetDestination, takeDestination } from './return-to.ts'
import { clearStoredAuthKeys } from './stored-keys.ts'

/** The auth store of this page. */
export const store = createAuthStore({
  client: supabase,
  toast: (message) => toast({ ...message, matter: 'auth' }),
  navigate: (target) => {
    if (target === 'afterSignOut') forgetDestination()
    navigate(target === 'afterSignIn' ? takeDestination() : paths.auth)
  },
  clearStoredKeys: () => clearStoredAuthKeys(),
  hasGoogle: config.googleSignIn,
  recovering: openedByRecoveryLink,
  forget: () => {
    queryClient.clear()
    // The data API answers that the service worker cached for this user.
    void globalThis.caches?.delete(ANSWERS)
  },
  origin: location.origin,
  loading: mayBeSignedIn(),
})
// At import time: PASSWORD_RECOVERY is announced only once.
store.start()
