/** An external map in place of the bundled one. */
export type MapConfig = Readonly<{
  /** A MapLibre style; takes precedence over tiles. */
  styleUrl: string | null
  /** Raster tiles by `{z}/{x}/{y}`. */
  tilesUrl: string | null
  /** Attribution on the map. */
  attribution: string | null
  /** Origins that browsers may fetch from: those of the URLs above, and of what a style refers to. */
  origins: readonly string[]
}>

export const MAP_VARIABLES = {
  MAP_STYLE_URL: {
    schema: { type: 'string', pattern: '^https?://[^\\s]+$' },
    expected: 'the http or https address of a MapLibre style',
    help: 'street map to use instead of the built-in offline map',
  },
  MAP_TILES_URL: {
    schema: { type: 'string', pattern: '^https?://[^\\s]*\\{z\\}[^\\s]*$' },
    expected: 'an http or https address with {z}, {x} and {y} in it',
    help: 'the same, from raster tiles',
  },
  MAP_ATTRIBUTION: {
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    expected: 'at most 200 characters',
    help: 'attribution shown on the map',
  },
  MAP_ORIGINS: {
    schema: { type: 'string', pattern: '^https?://[^\\s,;/]+(\\s*,\\s*https?://[^\\s,;/]+)*$' },
    expected: 'origins such as https://tiles.example.com, with commas between them',
    help: 'other origins the style loads from, allowed by the content security policy',
  },
} as const

/** Null without a style or tiles: the app then renders the bundled map. */
export function readMap(env: Partial<Record<keyof typeof MAP_VARIABLES, string>>): MapConfig | null {
  const styleUrl = env.MAP_STYLE_URL ?? null
  const tilesUrl = env.MAP_TILES_URL ?? null
  if (styleUrl === null && tilesUrl === null) return null
  const named = (env.MAP_ORIGINS ?? '').split(',').map((origin) => origin.trim())
  // A host such as {s}.tiles.example.com stands for several: only MAP_ORIGINS can list them.
  const given = [styleUrl, tilesUrl].flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : []))
  return {
    styleUrl,
    tilesUrl,
    attribution: env.MAP_ATTRIBUTION ?? null,
    origins: [...new Set([...given, ...named])].filter(Boolean),
  }
}
