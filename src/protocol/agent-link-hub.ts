import * as z from 'zod/mini'

/** Ids of connections are the hub's, good for as long as the connection. */
const connection = z.string().check(z.minLength(1), z.maxLength(64))
const relayed = z.string()
const mac = z.string().check(z.maxLength(128))

/** Every browser and every agent of a hub may send these. `data` is for the other end; the hub does not look into it. */
export const toHubSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('frame'), to: connection, data: relayed }),
  z.object({ type: z.literal('ping') }),
  /** First message of an agent: it can read the folder that the hub's key is in. */
  z.object({ type: z.literal('join'), nonce: mac, mac }),
  /** An agent says that this browser proved a secret; a hub under pressure keeps such connections. */
  z.object({ type: z.literal('vouch'), for: connection }),
])
export type ToHub = z.infer<typeof toHubSchema>

export const fromHubSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('challenge'), nonce: mac }),
  /** `peers`: browsers for an agent, agents for a browser. `mac`: for agents, that the hub can read the same folder. */
  z.object({
    type: z.literal('welcome'),
    id: connection,
    port: z.number(),
    peers: z.array(connection),
    mac: z.exactOptional(mac),
    /** The hub's own, for people to read; absent from those before it was told. */
    version: z.exactOptional(z.string().check(z.regex(/^[\w.+-]{1,32}$/))),
  }),
  z.object({ type: z.literal('joined'), id: connection }),
  z.object({ type: z.literal('left'), id: connection }),
  z.object({ type: z.literal('frame'), from: connection, data: relayed }),
  z.object({ type: z.literal('pong') }),
])
export type FromHub = z.infer<typeof fromHubSchema>
