import { paths } from '../../../../contract/paths.ts'

const KEY = 'return-to'

/** Keeps where a visitor wanted to go while they sign in. Survives the way through a mail or Google, because it is in the tab's storage. */
export function rememberDestination(path: string): void {
  sessionStorage.setItem(KEY, path)
}

/** After a sign-out nobody is on the way anywhere. */
export function forgetDestination(): void {
  sessionStorage.removeItem(KEY)
}

/** The remembered destination, once; otherwise /home. Only addresses of this site count. */
export function takeDestination(): string {
  const wanted = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return wanted && isOwnPath(wanted) ? wanted : paths.signedInHome
}

/** `//host` and `/\host` look like paths and are other sites to a browser. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !path.startsWith(paths.auth)
}
