import { linkPorts } from '../protocol/agent-link.ts'

/** The ports to try, in order; `COUNTERSIGN_PORTS` names others, for several browsers that must not meet. */
export function readPorts(env: NodeJS.ProcessEnv = process.env): readonly number[] {
  const named = (env['COUNTERSIGN_PORTS'] ?? '')
    .split(',')
    .map((port) => Number.parseInt(port, 10))
    .filter((port) => port >= 1_024 && port <= 65_535)
  return named.length === 0 ? linkPorts : named
}
