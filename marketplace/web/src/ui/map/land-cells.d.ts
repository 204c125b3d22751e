/** Written by the build, see land-cells.ts beside vite.config.ts. */
declare module 'virtual:land-cells' {
  /** Path without a slash at its end. */
  export const folder: string
  /** `<column>-<row>` of every cell with land in it. */
  export const cells: readonly string[]
  /** The whole world at 1:110 million: polygons of rings of differences, as in a cell. */
  export const world: number[][][]
}
