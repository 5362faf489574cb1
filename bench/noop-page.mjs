// @ts-check

/**
 * A page with one tool that only reads and gives back what it got, and one that gives a text of the asked length.
 * @param {import('../scripts/page-server.mjs').PageServer} pages @returns {string} its address
 */
export const addNoopPage = (pages) =>
  pages.add(
    '/noop',
    `<!doctype html><title>Noop</title><p>Nothing happens here.</p><script>
      const tool = (name, properties, execute) => document.modelContext.registerTool({
        name, description: 'Does nothing.', inputSchema: { type: 'object', properties },
        annotations: { readOnlyHint: true }, execute,
      })
      tool('noop', { text: { type: 'string' } }, async (input) => input)
      tool('long', { length: { type: 'integer' } }, async ({ length }) => ({ text: 'x'.repeat(length) }))
    </script>`,
  )
