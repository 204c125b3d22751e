import type { AuthError, Session, User } from '@supabase/supabase-js'

/** One row of `profiles`: its owner reads it whole. */
export interface Profile {
  id: string
  first_name: string | null
  last_name: string | null
  display_name: string
  phone: string | null
  role: string
  avatar_path: string | null
  bio: string | null
  locale: string | null
  city: string | null
  area: string | null
  lat: number | null
  lng: number | null
  created_at: string
}

export type ProfileChanges = Partial<Omit<Profile, 'id' | 'role' | 'created_at'>>

export interface AuthState {
  readonly user: User | null
  readonly session: Session | null
  readonly profile: Profile | null
  /** True until the first auth event or the first session check. */
  readonly loading: boolean
  /** True after PASSWORD_RECOVERY until a new password is set: /auth then asks for it. */
  readonly recovering: boolean
  /** Who has shown a password but not yet the second factor of the account; `user` is null until then. */
  readonly factorOwed: User | null
}

/** A visitor. */
export const NOBODY: AuthState = {
  user: null,
  session: null,
  profile: null,
  loading: false,
  recovering: false,
  factorOwed: null,
}

export interface NewAccount {
  firstName: string
  lastName: string
  phone: string
  email: string
  password: string
}

/** Null error means that it worked; the person has been told by a notice in either case. */
export interface AuthResult {
  error: AuthError | Error | null
}
