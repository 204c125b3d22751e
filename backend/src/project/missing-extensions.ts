/**
 * What extensions define that neither PostgreSQL nor we have, as `kind name`: the kind is the word in PostgreSQL's own messages. Their
 * operators are not here: a statement that uses one names a type or an index of theirs, too, except with PGroonga.
 */
export const MISSING_EXTENSIONS: Readonly<Record<string, RegExp>> = {
  address_standardizer: /^(type stdaddr|function (standardize_address|parse_address|debug_standardize_address))$/,
  age: /^(schema ag_catalog|type (agtype|graphid)|function (cypher|create_graph|drop_graph|create_v?label|create_elabel))$/,
  h3: /^(type h3index|function h3_\w+)$/,
  h3_postgis: /^function h3_\w+$/,
  orioledb: /^(access method orioledb|function orioledb_\w+)$/,
  pg_bigm: /^(operator class gin_bigm_ops|function (bigm_\w+|show_bigm|likequery))$/,
  pg_hashids: /^function (id|hash)_(en|de)code(_once)?$/,
  pg_ivm: /^(schema pgivm|function (create_immv|refresh_immv|get_immv_def))$/,
  pg_partman: /^(schema partman|function (create_parent|create_partition|run_maintenance(_proc)?|partition_data_\w+))$/,
  pg_search: /^(schema (paradedb|pdb)|access method bm25|operator .*@@@.*)$/,
  pg_uuidv7: /^function (uuid_generate_v7|uuid_v7_to_\w+|uuid_timestamptz_to_v7)$/,
  pgroonga:
    /^(schema pgroonga|access method pgroonga|operator class pgroonga_\w+|function pgroonga_\w+|operator .*&[@`~^?*>].*)$/,
  pgroonga_database: /^function pgroonga_\w+$/,
  pgrouting: /^function _?pgr_\w+$/,
  plcoffee: /^language plcoffee$/,
  plls: /^language plls$/,
  plv8: /^(language plv8|function plv8_\w+)$/,
  postgis:
    /^(type (geometry|geography|box[23]df?|spheroid|gidx|geometry_dump|valid_detail)|function (_?(st|postgis)_\w+|geometry\w*|geography\w*|box[23]d|(add|drop|recover)geometry\w+|(update|find|populate)_?geometry\w+|updategeometrysrid|find_srid|gettransactionid)|operator class \w*(geometry|geography)_ops\w*|relation (spatial_ref_sys|geometry_columns|geography_columns))$/,
  postgis_raster:
    /^(type (raster|rastbandarg|addbandarg|reclassarg)|function (_?st_\w+|(add|drop)rasterconstraints)|relation raster_(columns|overviews))$/,
  postgis_sfcgal: /^function (st_\w+|cg_\w+)$/,
  postgis_tiger_geocoder:
    /^(schema tiger(_data)?|type norm_addy|function (geocode\w*|reverse_geocode|normalize_address|pagc_normalize_address))$/,
  postgis_topology:
    /^(schema topology|type (topogeometry|topoelement\w*)|function (createtopology|droptopology|(add|drop)topogeometrycolumn|totopogeom))$/,
  rum: /^(access method rum|operator class rum_\w+|function rum_\w+)$/,
  timescaledb:
    /^(schema (timescaledb|_timescaledb)_\w+|namespace timescaledb|function (create_(distributed_)?hypertable|set_\w*chunk\w*|(add|remove|alter)_(retention|compression|reorder|continuous_aggregate|columnstore|job)\w*|time_bucket\w*|show_chunks|drop_chunks|(de)?compress_chunk|refresh_continuous_aggregate|by_(range|hash)|add_dimension|hypertable_\w+|locf|interpolate|first|last))$/,
  vector:
    /^(type (vector|halfvec|sparsevec)|access method (hnsw|ivfflat)|operator class (vector|halfvec|sparsevec|bit)_\w+_ops|function ((cosine|l1|l2|hamming|jaccard)_distance|(negative_)?inner_product|(half|sparse)?vec(tor)?_\w+|l2_norm(alize)?|binary_quantize|subvector))$/,
  vectorscale: /^access method diskann$/,
}
