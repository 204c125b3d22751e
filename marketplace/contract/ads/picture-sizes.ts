/** A size of public pictures on pages: the server renders no other sizes for visitors. */
export interface PictureSize {
  readonly width: number
  readonly height?: number
  readonly resize: 'cover' | 'contain'
}

/** Widths in which photos are requested: few enough to cache, close enough to any layout. 840: an ad’s photo on common phones (390 and 414 px, two device pixels each). */
export const PHOTO_WIDTHS = [160, 320, 480, 640, 840, 1280] as const

/** Ratios (width / height) that photos are cropped to: the three arches, cards, the photo of an ad. */
const PHOTO_RATIOS = [0.48, 0.88, 1, 1.06] as const

/** Twice the displayed size, since nearly all screens have two device pixels per CSS pixel. */
const AVATAR_WIDTHS = [80, 112, 176] as const

/** The photo in previews on other sites, which takes one half of the preview. */
export const SHARED_PHOTO: PictureSize = { width: 630, height: 630, resize: 'cover' }
/** The photo of an ad in search engines. */
export const WHOLE_PHOTO: PictureSize = { width: 1280, resize: 'contain' }

/** A photo of this width, cropped to the nearest of the allowed ratios; uncropped without a ratio. */
export function photoSize(width: (typeof PHOTO_WIDTHS)[number], ratio?: number): PictureSize {
  if (ratio === undefined) return { width, resize: 'contain' }
  const far = (other: number) => Math.abs(Math.log(other / ratio))
  const nearest = PHOTO_RATIOS.toSorted((a, b) => far(a) - far(b))[0] ?? 1
  return { width, height: Math.round(width / nearest), resize: 'cover' }
}

/** @param drawn displayed size in CSS pixels */
export function avatarSize(drawn: number): PictureSize {
  const side = AVATAR_WIDTHS.find((width) => width >= 2 * drawn) ?? 176
  return { width: side, height: side, resize: 'cover' }
}

export const PICTURE_SIZES: readonly PictureSize[] = [
  ...PHOTO_WIDTHS.flatMap((width) => [photoSize(width), ...PHOTO_RATIOS.map((ratio) => photoSize(width, ratio))]),
  ...AVATAR_WIDTHS.map((width): PictureSize => ({ width, height: width, resize: 'cover' })),
  SHARED_PHOTO,
]

/** The query string of a rendered picture. */
export function sizeQuery({ width, height, resize }: PictureSize): string {
  return new URLSearchParams({
    width: String(width),
    ...(height === undefined ? {} : { height: String(height) }),
    resize,
  }).toString()
}
