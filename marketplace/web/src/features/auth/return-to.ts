import { paths } from '../../../../contract/paths.ts'

const KEY = 'return-to'

/** Stores where a visitor wanted to go while they sign in. Kept in session storage, so it survives a detour through email or Google. */
export function rememberDestination(path: string): void {
  sessionStorage.setItem(KEY, path)
}

/** Clears the destination after a sign-out. */
export function forgetDestination(): void {
  sessionStorage.removeItem(KEY)
}

/** Returns and clears the remembered destination; /home by default. Only paths of this site are allowed. */
export function takeDestination(): string {
  const wanted = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return wanted && isOwnPath(wanted) ? wanted : paths.signedInHome
}

/** `//host` and `/\host` look like paths, but browsers treat them as other sites. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !path.startsWith(paths.auth)
}
