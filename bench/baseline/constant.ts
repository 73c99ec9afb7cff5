// The least that a server can do: it sends one constant at every path, or at /api/tracks the bytes of a file from memory,
// if one is given. Bun serves both without calling any JavaScript. constant <port> [file]
const [port = '0', file] = process.argv.slice(2)
const headers = { 'content-type': 'application/json;charset=utf-8' }
const createConstant = () => new Response('{"id":1,"name":"Label 0"}', { headers })
const list = file === undefined ? createConstant() : new Response(await Bun.file(file).bytes(), { headers })

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  routes: { '/api/tracks': list, '/*': createConstant() },
})

console.log(`Listening on ${server.url.origin}/api`)

export {}
