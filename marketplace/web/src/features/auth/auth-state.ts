import type { AuthError, Session, User } from '@supabase/supabase-js'

/** A row of `profiles`, with every column: only its owner reads it whole. */
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
  /** True after PASSWORD_RECOVERY until a new password is set: /auth asks for it meanwhile. */
  readonly recovering: boolean
  /** The user who has passed the password but not yet the second factor; `user` stays null until then. */
  readonly factorOwed: User | null
}

/** The state of a visitor. */
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

/** A null error means success; either way the user has seen a notice. */
export interface AuthResult {
  error: AuthError | Error | null
}
