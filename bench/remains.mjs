// @ts-check

/**
 * @typedef {object} Remains what is alive in one page or worker after a garbage collection
 * @property {number} heapBytes
 * @property {number} listeners
 * @property {number} observers of mutations, sizes, intersections and performance
 * @property {number} timers
 * @property {number} documents
 */

const observerNames = ['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'PerformanceObserver']

/**
 * A session of the target at an address, page or worker.
 * @param {import('playwright').Browser} browser @param {string} address
 */
async function attach(browser, address) {
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets')
  const target = targetInfos.find(({ url }) => url.startsWith(address))
  if (!target) throw new Error(`Nothing runs at ${address}`)
  const { sessionId } = await session.send('Target.attachToTarget', {
    targetId: target.targetId,
    flatten: false,
  })
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map()
  /** @type {string[]} */
  const chunks = []
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message)
    if (answer.method === 'HeapProfiler.addHeapSnapshotChunk') chunks.push(answer.params.chunk)
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let last = 0
  return {
    chunks,
    /** @param {string} method @param {object} [params] @returns {Promise<any>} */
    async send(method, params = {}) {
      const id = (last += 1)
      const answered = new Promise((resolve) => waiting.set(id, resolve))
      await session.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id, method, params }),
      })
      return (await answered).result
    },
    async close() {
      await session.send('Target.detachFromTarget', { sessionId })
      await session.detach()
    },
  }
}

/** How many objects of each name a snapshot holds, the browser's own included. @param {any} snapshot @param {(name: string) => boolean} isMeant */
function countNodes({ snapshot, nodes, strings }, isMeant) {
  const { node_fields: fields } = snapshot.meta
  const at = fields.indexOf('name')
  let found = 0
  for (let node = at; node < nodes.length; node += fields.length)
    if (isMeant(strings[nodes[node]])) found += 1
  return found
}

/** @param {import('playwright').Browser} browser @param {string} address @returns {Promise<Remains>} */
export async function countRemains(browser, address) {
  const target = await attach(browser, address)
  try {
    for (let run = 0; run < 3; run += 1) await target.send('HeapProfiler.collectGarbage')
    const { usedSize } = await target.send('Runtime.getHeapUsage')
    const counters = await target.send('Memory.getDOMCounters')
    await target.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: false })
    const snapshot = JSON.parse(target.chunks.join(''))
    return {
      heapBytes: usedSize,
      listeners:
        counters?.jsEventListeners ??
        countNodes(snapshot, (name) => name === 'V8EventListener' || name === 'JSEventListener'),
      observers: countNodes(snapshot, (name) => observerNames.includes(name)),
      timers: countNodes(snapshot, (name) => name === 'DOMTimer'),
      documents: counters?.documents ?? 0,
    }
  } finally {
    await target.close()
  }
}
