/** Natural Earth as the package carries it. */
declare module 'world-atlas/land-110m.json' {
  const world: import('topojson-specification').Topology<{ land: import('topojson-specification').GeometryCollection }>
  export = world
}
