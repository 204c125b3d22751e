import { PICTURE_SIZES } from '../../marketplace/contract/ads/picture-sizes.ts'
import { aPhoto, manyLetters } from './photos.ts'
import { json, type Send, sender, uploader } from './send.ts'

/** The market as an attacker sees it. */
export interface Scene {
  readonly url: string
  readonly publishableKey: string
  readonly address: string
  readonly userId: string
  readonly userToken: string
  readonly visitorToken: string
  readonly photoPaths: readonly string[]
}

/** Sends the nth request of one kind. */
export type Attack = (n: number) => Promise<Response>

const asUser = (scene: Scene): Send => sender({ ...scene, token: scene.userToken })
const asVisitor = (scene: Scene): Send => sender({ ...scene, token: scene.visitorToken })

/** The worst that one address can do of each kind. */
export const ATTACKS: Readonly<Record<string, (scene: Scene) => Promise<Attack>>> = {
  async 'regular expressions'(scene) {
    const send = asUser(scene)
    const expression = encodeURIComponent('((a|e|i|o| ){1,60}[a-z]{1,60}){1,40}(\\w+\\s?)\\3\\3')
    return () => send(`rest/v1/listings?select=id&description=match.${expression}`)
  },
  async 'help searches of 2,000 words'(scene) {
    const send = asVisitor(scene)
    return (n) => send('rest/v1/rpc/search_help', json({ q: words(2000, n), lim: 10, lang: 'en' }))
  },
  async 'searches of 30 words with facets'(scene) {
    const send = asVisitor(scene)
    return (n) => send('rest/v1/rpc/search_listings', json({ params: { q: words(30, n), facets: 'true' } }))
  },
  async 'AVIF renders'(scene) {
    const send = asVisitor(scene)
    const sizes = PICTURE_SIZES.map((size) =>
      new URLSearchParams(Object.entries(size).map(([k, v]): [string, string] => [k, String(v)])).toString(),
    )
    const headers = { accept: 'image/avif' }
    const at = <T>(list: readonly T[], n: number) => list[n % list.length]
    return (n) =>
      send(`storage/v1/render/image/public/listing-photos/${at(scene.photoPaths, n)}?${at(sizes, n)}`, { headers })
  },
  async 'damaged photos'(scene) {
    const upload = uploader(asUser(scene), scene.userId)
    const damaged = (await aPhoto('armchair-blue-1.jpg', 2000)).subarray(0, 60_000)
    return () => upload(damaged)
  },
  async 'photos full of letters'(scene) {
    const upload = uploader(asUser(scene), scene.userId)
    const wordy = await manyLetters((n) => words(40, n))
    return () => upload(wordy)
  },
  async 'sign-ups'(scene) {
    const send = asVisitor(scene)
    return (n) =>
      send('auth/v1/signup', json({ email: `flood-${Date.now()}-${n}@example.com`, password: 'quiet-lantern-42' }))
  },
}

const WORDS = ['blue', 'chair', 'bicycle', 'garden', 'table', 'lamp', 'old', 'phone', 'camera', 'books', 'pay', 'photo']

function words(count: number, seed: number): string {
  return Array.from({ length: count }, (_, n) => WORDS[(n * 7 + seed) % WORDS.length] + (n % 5 === 0 ? 'x' : '')).join(
    ' ',
  )
}
