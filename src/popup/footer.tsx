import browser from 'webextension-polyfill'
import { useUi } from '../ui/ui-context.tsx'

/** The way to the other pages. */
export function Footer({ windowId }: { windowId: number | undefined }) {
  const { t } = useUi()
  const openHistory = async (): Promise<void> => {
    if (windowId === undefined) return
    // The browser takes this as the person's act only right in the click.
    await chrome.sidePanel.open({ windowId })
    window.close()
  }
  return (
    <nav class="footer" aria-label={t('more')}>
      <button type="button" class="link" onClick={() => void openHistory()}>
        {t('history')}
      </button>
      <button type="button" class="link" onClick={() => void browser.runtime.openOptionsPage()}>
        {t('options')}
      </button>
    </nav>
  )
}
