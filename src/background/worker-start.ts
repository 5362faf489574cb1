/** When this worker started, epoch milliseconds: what an earlier one wrote about itself is a memory, not a fact. */
export const workerStartedAt = Date.now()
