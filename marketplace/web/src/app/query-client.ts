import { QueryClient } from '@tanstack/react-query'

/** Five minutes fresh and one retry: the specification's numbers. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 5 * 60 * 1000, retry: 1 } },
})
