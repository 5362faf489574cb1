import type { PageServer } from '../../scripts/page-server.mjs'
import { expect, test } from '../fixtures/countersign.ts'
import { findSharedPage } from '../fixtures/shop.ts'

const inner = '<!doctype html><form aria-label="Inner"><label>Inner <input name="inner"></label></form>'

/** Each name is a site of its own on this machine. */
const site = (pages: PageServer, name: string): string => `http://${name}.localhost:${pages.port}`

const frame = (src: string, rest = ''): string => `<iframe src="${src}" ${rest}></iframe>`

/** A page with frames; gives its address. */
function framing(pages: PageServer, body: string): string {
  pages.add('/inner', inner)
  return pages.add('/framing', `<!doctype html><title>Framing</title><body>${body}</body>`)
}

test('a framed site is the one that is there after redirects and moves of its own, at any depth', async ({
  countersign,
  pages,
}) => {
  const sites = ['redirected', 'moved', 'in-srcdoc', 'in-written', 'in-own'].map((name) => site(pages, name))
  const [redirected, moved, inSrcdoc, inWritten, inOwn] = sites
  pages.add('/redirect', '', { location: `${redirected}/inner` }, 302)
  pages.add('/moves', `<script>location.replace('${moved}/inner')</script>`)
  pages.add('/own', frame(`${inOwn}/inner`))
  const page = await countersign.context.newPage()
  await page.goto(
    framing(
      pages,
      `${frame(`${site(pages, 'short')}/redirect`)} ${frame(`${site(pages, 'mover')}/moves`)}
       <iframe srcdoc='${frame(`${inSrcdoc}/inner`)}'></iframe> <iframe name="blank"></iframe>
       ${frame(`${pages.origin}/own`)} ${frame(`${site(pages, 'lazy')}/inner`, 'loading="lazy" style="margin-top: 9000px"')}
       <script>frames.blank.document.body.innerHTML = '${frame(`${inWritten}/inner`)}'</script>`,
    ),
  )
  await countersign.shareTab(page)
  const popup = await countersign.openPopup()
  for (const origin of sites) {
    const offered = popup.getByRole('checkbox', { name: origin })
    await offered.check()
    await expect(offered).toBeChecked()
  }
  await expect(popup.getByRole('checkbox', { name: site(pages, 'short') })).toHaveCount(0)
  await popup.close()
  const agent = await countersign.mcpClient()
  await expect
    .poll(async () =>
      (await findSharedPage(agent, pages.origin)).tools.filter(({ name }) => name.endsWith('inner.fill')),
    )
    .toHaveLength(sites.length)
})

test('a framed site that cannot be seen is not offered, whatever its frame says of it', async ({
  countersign,
  pages,
}) => {
  const shows = site(pages, 'shows')
  pages.add('/to-hidden', '', { location: `${site(pages, 'behind-a-redirect')}/inner` }, 302)
  const hidden: Record<string, string> = {
    'not-drawn': 'display: none',
    unseen: 'visibility: hidden',
    transparent: 'opacity: 0',
    faint: 'opacity: 0.02',
    empty: 'width: 0; height: 0; border: 0',
    tiny: 'width: 4px; height: 4px',
    'far-left': 'position: absolute; left: -9999px',
    'far-up': 'position: absolute; top: -9999px',
    'shrunk-away': 'transform: scale(0)',
  }
  const boxes: Record<string, string> = {
    'in-small-box': 'width: 0; height: 0; overflow: hidden',
    'in-faint-box': 'opacity: 0.05',
    'in-small-box-below': 'width: 0; height: 0; overflow: hidden; margin-top: 9000px',
  }
  const page = await countersign.context.newPage()
  await page.goto(
    framing(
      pages,
      `${frame(`${shows}/inner`)}
       ${frame(`${site(pages, 'names-another')}/to-hidden`, 'hidden')}
       ${Object.entries(hidden)
         .map(([name, style]) => frame(`${site(pages, name)}/inner`, `style="${style}"`))
         .join('')}
       <div style="position: relative; width: 320px; height: 160px">${frame(`${site(pages, 'covered')}/inner`)}
         <div style="position: absolute; inset: 0; background: white">Nothing here</div></div>
       ${Object.entries(boxes)
         .map(([name, style]) => `<div style="${style}">${frame(`${site(pages, name)}/inner`)}</div>`)
         .join('')}`,
    ),
  )
  await countersign.shareTab(page)
  const popup = await countersign.openPopup()
  await expect(popup.getByRole('checkbox', { name: shows })).toBeEnabled()
  for (const name of ['behind-a-redirect', 'covered', ...Object.keys(hidden), ...Object.keys(boxes)])
    await expect(popup.getByRole('checkbox', { name: site(pages, name) }), name).toBeDisabled()
})

test('a hidden frame gives agents nothing although the same site also shows, nor does one in a closed shadow tree', async ({
  countersign,
  pages,
}) => {
  const [both, closed] = [site(pages, 'both'), site(pages, 'closed')]
  const page = await countersign.context.newPage()
  await page.goto(framing(pages, `${frame(`${both}/inner`, 'hidden')} ${frame(`${both}/inner`)}`))
  await countersign.shareTab(page)
  const popup = await countersign.openPopup()
  await popup.getByRole('checkbox', { name: both }).check()
  const agent = await countersign.mcpClient()
  const fills = async () =>
    (await findSharedPage(agent, pages.origin)).tools.filter(({ name }) => name.endsWith('inner.fill'))
  await expect.poll(fills).toHaveLength(1)
  const front = await countersign.context.newPage()
  await front.bringToFront()
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden')
  expect(await fills()).toHaveLength(1)
  await page.bringToFront()

  await page.evaluate((src) => {
    const host = document.createElement('div')
    host.attachShadow({ mode: 'closed' }).innerHTML = `<iframe src="${src}" hidden></iframe>`
    document.body.append(host)
  }, `${closed}/inner`)
  await expect.poll(() => page.frames().map((framed) => framed.url())).toContain(`${closed}/inner`)
  const again = await countersign.openPopup()
  await expect(again.getByRole('checkbox', { name: closed })).toBeDisabled()
})
