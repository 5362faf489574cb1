// @ts-check
import { createServer } from 'node:net'

/** @returns {Promise<import('node:net').Server>} */
const listen = () =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => resolve(server))
  })

/** @param {import('node:net').Server} server */
function portOf(server) {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('A listening server has no port')
  return address.port
}

/**
 * Ports of 127.0.0.1 that nothing listens on, so that runs side by side never meet.
 * @param {number} count @returns {Promise<number[]>}
 */
export async function findFreePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, listen))
  const ports = servers.map(portOf)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
