import { z } from 'zod'
import { CONDITIONS, LISTING_TYPES } from '../../../../../contract/ads/listing-values.ts'

// zod would compile schemas with eval, which our CSP forbids.
z.config({ jitless: true })

/** Validates a data export (functions/export-my-data), which may have been edited: unknown fields are dropped. */

/** Text storable in PostgreSQL: no NUL, no lone surrogates. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((given) => !given.includes('\0') && given.isWellFormed())

const detail = z.union([text(500), z.number(), z.boolean(), z.array(text(100)).max(100)])
const amount = z.int().min(0).max(1_000_000_000).nullable()

export const COPIED_AD = z.object({
  id: z.guid(),
  category: text(100).nullable(),
  type: z.enum(LISTING_TYPES),
  title: text(200),
  description: text(20_000),
  price_minor: amount,
  currency: z.string().regex(/^[A-Z]{3}$/),
  price_type: z.enum(['fixed', 'negotiable', 'free', 'on_request']),
  quantity: z.int().min(1).max(999).default(1),
  condition: z.enum(CONDITIONS).nullable(),
  attributes: z.record(text(100), detail),
  area: text(200),
  city: text(200),
  country: z.string().regex(/^[A-Z]{2}$/),
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
  delivery: z.enum(['pickup', 'ship', 'both']),
  ship_cost_minor: amount,
})
export type CopiedAd = z.infer<typeof COPIED_AD>

export const COPIED_PHOTO = z.object({
  id: z.guid(),
  listing_id: z.guid(),
  // An object path without "..".
  path: z.string().regex(/^[\w-]{1,100}(\/[\w-][\w.-]{0,99}){1,3}$/),
  alt: text(1000),
  position: z.number(),
})
