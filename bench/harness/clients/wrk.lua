-- What bench/wrk.ts asks of wrk: one request, given as method and body, and the outcome as one line of JSON.

function init(args)
  wrk.method = args[1]
  if args[2] ~= nil and args[2] ~= "" then wrk.body = args[2] end
end

-- Times are microseconds. Errors: connections that failed or broke, answers of 400 and more.
function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '\nresult {"requests":%d,"bytes":%d,"duration":%d,"broken":%d,"refused":%d,"p50":%d,"p95":%d,"p99":%d}\n',
    summary.requests, summary.bytes, summary.duration, broken, errors.status,
    latency:percentile(50), latency:percentile(95), latency:percentile(99)
  ))
end
