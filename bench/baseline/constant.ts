// The least that a server can be: one constant at every path, and at /api/tracks the bytes of a file, if one is given,
// from memory. Bun answers both by itself, without calling any JavaScript. constant <port> [file]
const [port = '0', file] = process.argv.slice(2)
const headers = { 'content-type': 'application/json;charset=utf-8' }
const constant = () => new Response('{"id":1,"name":"Label 0"}', { headers })
const bytes = file === undefined ? constant() : new Response(await Bun.file(file).bytes(), { headers })

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  routes: { '/api/tracks': bytes, '/*': constant() },
})

console.log(`Listening on ${server.url.origin}/api`)

export {}
