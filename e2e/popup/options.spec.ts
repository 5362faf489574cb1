import { expect, test } from '../fixtures/countersign.ts'

test('a rule of one’s own is tried on names of fields, removed and put back', async ({ countersign }) => {
  const options = await countersign.openOptions()
  const preview = options.getByRole('list', { name: 'What would happen' })
  const salary = preview.getByRole('listitem').filter({ hasText: 'Salary' })
  await expect(preview.getByRole('listitem').filter({ hasText: 'Password' })).toContainText('always hidden')
  await expect(salary).toContainText('shown')
  await options.getByLabel('Word or phrase').fill('salary')
  await options.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(salary).toContainText('hidden by your rule')
  await options.getByRole('button', { name: 'Remove: salary' }).click()
  await expect(salary).toContainText('shown')
  await options.getByRole('button', { name: 'Undo' }).click()
  await expect(salary).toContainText('hidden by your rule')
  await options.getByLabel('Try it on names of fields').fill('salaryBand\nnotes')
  await expect(preview.getByRole('listitem').first()).toContainText('hidden by your rule')
})

test('what is set stays set', async ({ countersign }) => {
  const options = await countersign.openOptions()
  await options.getByLabel('A request expires after').selectOption('1 hour')
  await options.getByLabel('Open the popup for a new request').check()
  await options.getByLabel('Keep for this many days').fill('0')
  await options.getByLabel('Keep for this many days').blur()
  await expect(options.getByLabel('Keep for this many days')).toHaveValue('1')
  await options.getByLabel('Agents may name files by address').check()
  await options.getByRole('textbox', { name: 'Site', exact: true }).fill('http://files.example')
  await options.getByRole('button', { name: 'Add', exact: true }).last().click()
  await expect(options.getByText('Only https: addresses')).toBeVisible()
  await options.getByRole('textbox', { name: 'Site', exact: true }).fill('files.example')
  await options.getByRole('button', { name: 'Add', exact: true }).last().click()
  await expect(options.getByText('https://files.example', { exact: true })).toBeVisible()

  await options.reload()
  await expect(options.getByLabel('A request expires after')).toHaveValue('3600000')
  await expect(options.getByLabel('Open the popup for a new request')).toBeChecked()
  await expect(options.getByLabel('Keep for this many days')).toHaveValue('1')
  await expect(options.getByText('https://files.example', { exact: true })).toBeVisible()
})

test('the page after installation has the line for each client and opens once', async ({ countersign }) => {
  const welcome = await countersign.context.newPage()
  await welcome.goto(`chrome-extension://${countersign.extensionId}/src/welcome/index.html`)
  for (const [client, text] of [
    ['Claude Code', 'claude mcp add'],
    ['Claude Desktop', 'mcpServers'],
    ['Cursor', 'mcpServers'],
    ['VS Code', '"servers"'],
    ['Codex', '[mcp_servers.countersign]'],
    ['Gemini CLI', 'mcpServers'],
  ] as const) {
    await welcome.getByRole('radio', { name: client, exact: true }).check()
    await expect(welcome.locator('pre')).toContainText(text)
  }
  await expect(welcome.getByRole('textbox', { name: 'Pairing code' })).toBeVisible()
  await expect(welcome.getByRole('region', { name: 'Where you are' })).toContainText('not found yet')
  await welcome.close()
  await countersign.stopWorker()
  const options = await countersign.openOptions()
  await options.getByLabel('Open the popup for a new request').check()
  const open = countersign.context.pages().filter((page) => page.url().includes('/welcome/'))
  expect(open).toHaveLength(0)
})

test('where the browser gives the page no texts, it reads them from its own files', async ({
  countersign,
}) => {
  const options = await countersign.context.newPage()
  await options.addInitScript(() => {
    chrome.i18n.getMessage = () => ''
  })
  await options.goto(`chrome-extension://${countersign.extensionId}/src/options/index.html`)
  await expect(options.getByRole('heading', { name: 'Countersign options' })).toBeVisible()
  await expect(options).toHaveTitle('Options · Countersign')
})
