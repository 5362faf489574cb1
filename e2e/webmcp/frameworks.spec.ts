import { bundleFramework } from './bundle-framework.ts'
import { apis, expect, test } from './webmcp-page.ts'

for (const framework of ['react', 'vue', 'solid', 'lit', 'svelte', 'angular']) {
  test.describe(framework, () => {
    for (const api of apis) {
      test(`${api}: tools are replaced and removed while they run, and come back`, async ({ open }) => {
        test.setTimeout(180_000)
        const code = await bundleFramework(framework)
        const html = `<script type="module">${code.replaceAll('</script', '<\\/script')}</script>`
        const { expectTools, inContent } = await open(api, { html })
        const describeIncrement = () =>
          inContent(({ registry }) => registry.describe('increment')?.description)
        await expectTools('open')
        for (const round of [1, 2]) {
          expect(await inContent(({ call }) => call('open', {}))).toEqual({ status: 'ok', data: 'opened' })
          await expectTools('open', 'increment', 'close')
          for (const count of [1, 2, 3]) {
            await expect.poll(describeIncrement).toBe(`Adds one to ${count - 1}`)
            const result = await inContent(({ call }) => call('increment', {}))
            expect(result, `round ${round}`).toEqual({ status: 'ok', data: { count } })
          }
          expect(await inContent(({ call }) => call('close', {}))).toEqual({ status: 'ok', data: 'closed' })
          await expectTools('open')
        }
        expect(await inContent(({ errors }) => errors)).toEqual([])
      })
    }
  })
}
