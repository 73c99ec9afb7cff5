-- Sends the requests of a file, one after another and again from the start, and prints what came of it as JSON.
local requests = {}
local at = 0

function init()
  local file = assert(io.open(os.getenv('BENCH_REQUESTS'), 'rb'))
  for request in file:read('*a'):gmatch('[^%z]+') do
    requests[#requests + 1] = request
  end
  file:close()
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"bytes":%.0f,"p50":%.3f,"p99":%.3f,"failures":%d}\n',
    summary.requests, summary.duration, summary.bytes,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
