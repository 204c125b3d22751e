-- Dumps name this extension. GraphQL is not supported; calls get the error of a project where it is disabled.
create function graphql_public.graphql(
  "operationName" text default null, query text default null, variables jsonb default null, extensions jsonb default null
) returns jsonb language sql
set search_path = ''
return jsonb_build_object('errors', jsonb_build_array(jsonb_build_object('message', 'pg_graphql extension is not enabled.')));
grant usage on schema graphql_public to public;
grant execute on function graphql_public.graphql(text, text, jsonb, jsonb) to public;
