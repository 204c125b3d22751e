export const corsHeaders = {
  'Access-Control-Allow-Origin': 'http://localhost:4321',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
}
