/**
 * Leads an address with a host name of Supabase's containers, which migrations, seeds and config.toml contain, to this machine.
 * @param own  this server's address, without a slash at its end
 */
export function outsideContainers(address: string, own: string): string {
  return (
    address
      .replace(/^http:\/\/(kong|api\.supabase\.internal|supabase_kong_[\w-]+)(:8000)?(?=\/|$)/, own)
      // Refers to Supabase's default port; this server's may differ.
      .replace(/^http:\/\/host\.docker\.internal:54321(?=\/|$)/, own)
      .replace(/^(https?:\/\/)host\.docker\.internal(?=[:/]|$)/, '$1127.0.0.1')
  )
}
