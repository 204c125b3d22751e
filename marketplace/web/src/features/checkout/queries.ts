import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Purchase, readAddresses, readOrderToPay, readQuote } from './api.ts'

/** Prices may change while the page is open: the order is validated against the displayed price. */
export const quoteQuery = (purchase: Purchase) =>
  queryOptions({
    queryKey: ['quote', purchase.listingIds, purchase.counts],
    queryFn: () => readQuote(purchase),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const addressesQuery = (userId: string) =>
  queryOptions({ queryKey: ['addresses', userId], queryFn: readAddresses, staleTime: 60_000 })

export const orderToPayQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order-to-pay', orderId],
    queryFn: () => readOrderToPay(orderId),
    staleTime: 0,
    retry: false,
  })
