/** The sizes in which pages show public pictures: the server renders no others for visitors. */
export interface PictureSize {
  readonly width: number
  readonly height?: number
  readonly resize: 'cover' | 'contain'
}

/** Widths that photos are asked for in: few enough to be cached, close enough to any layout. */
export const PHOTO_WIDTHS = [160, 320, 480, 640, 960, 1280] as const

/** Width / height that photos are cut to: the three kinds of arches, cards, the photo of an ad. */
const PHOTO_RATIOS = [0.48, 0.88, 1, 1.06] as const

/** Twice what is drawn: nearly all screens have two pixels for one. */
const AVATAR_WIDTHS = [80, 112, 176] as const

/** The picture that other sites show of an ad has it on one half. */
export const SHARED_PHOTO: PictureSize = { width: 630, height: 630, resize: 'cover' }
/** The photo of an ad in search engines. */
export const WHOLE_PHOTO: PictureSize = { width: 1280, resize: 'contain' }

/** A photo as wide as `width`, cut to the listed shape that is nearest to the wanted one, or whole. */
export function photoSize(width: (typeof PHOTO_WIDTHS)[number], ratio?: number): PictureSize {
  if (ratio === undefined) return { width, resize: 'contain' }
  const far = (other: number) => Math.abs(Math.log(other / ratio))
  const nearest = PHOTO_RATIOS.toSorted((a, b) => far(a) - far(b))[0] ?? 1
  return { width, height: Math.round(width / nearest), resize: 'cover' }
}

/** @param drawn pixels of the page */
export function avatarSize(drawn: number): PictureSize {
  const side = AVATAR_WIDTHS.find((width) => width >= 2 * drawn) ?? 176
  return { width: side, height: side, resize: 'cover' }
}

export const PICTURE_SIZES: readonly PictureSize[] = [
  ...PHOTO_WIDTHS.flatMap((width) => [photoSize(width), ...PHOTO_RATIOS.map((ratio) => photoSize(width, ratio))]),
  ...AVATAR_WIDTHS.map((width): PictureSize => ({ width, height: width, resize: 'cover' })),
  SHARED_PHOTO,
]

/** As the address of a rendered picture has it. */
export function sizeQuery({ width, height, resize }: PictureSize): string {
  return new URLSearchParams({
    width: String(width),
    ...(height === undefined ? {} : { height: String(height) }),
    resize,
  }).toString()
}
