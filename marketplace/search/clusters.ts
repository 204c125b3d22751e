import type { CallerSql } from 'souk-backend'
import type { ClusterAnswer } from '../contract/search/clusters.ts'
import { understandSearch } from './asked.ts'
import type { SearchEngine } from './engine.ts'
import { refusal } from './params.ts'

const WORLD = [-180, -90, 180, 90] as const
/** Pixels of a map whose world is 512 pixels wide at zoom 0. */
const CELL_PIXELS = 72
/** Maximum number of cells in either direction, for any box. */
const MOST_CELLS = 48

/** The answer of `search_clusters`. @throws {RpcError} 22023 for invalid parameters */
export async function answerClusters(sql: CallerSql, engine: SearchEngine, params: unknown): Promise<ClusterAnswer> {
  const { given, conditions } = await understandSearch(sql, params)
  const zoom = String(given.zoom ?? '')
  if (!/^\d{1,2}(\.\d{1,12})?$/.test(zoom)) throw refusal('zoom must be a number from 0 to 20.')
  const box = given.box ?? WORLD
  const [west, south, east, north] = box
  const width = east < west ? east - west + 360 : east - west
  const finest = (360 * CELL_PIXELS) / 512 / 2 ** Math.min(20, Number(zoom))
  const side = Math.max(finest, width / MOST_CELLS, (north - south) / 0.7 / MOST_CELLS)
  return engine.clusters(conditions, box, side)
}
