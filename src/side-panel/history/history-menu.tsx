import { useId, useRef, useState } from 'preact/hooks'
import { toOriginText } from '../../ui/origin-text.ts'
import { useUi } from '../../ui/ui-context.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { send } from '../load-rest.ts'
import { countText } from './call-texts.ts'
import { createExport, exportName, saveFile, type ExportFormat } from './history-export.ts'
import type { HistoryFeed } from './history-feed.ts'

/** What can be done with all calls that the list shows, or with all there are. */
export function HistoryMenu({ feed, site }: { feed: HistoryFeed; site: string }) {
  const { t, locale } = useUi()
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [progress, setProgress] = useState<number>()
  const count = feed.orders.length
  const save = async (format: ExportFormat): Promise<void> => {
    menu.current?.hidePopover()
    setProgress(0)
    const file = await createExport([...feed.orders], format, setProgress)
    saveFile(file, exportName(format, Date.now()))
    setProgress(undefined)
  }
  return (
    <>
      <button type="button" class="menu-button" popovertarget={id} aria-label={t('panel_more')} />
      <div ref={menu} id={id} class="menu" popover="auto">
        <p class="quiet">{t('panel_export_about', countText(count, locale))}</p>
        <button type="button" disabled={count === 0} onClick={() => void save('jsonl')}>
          {t('panel_export_jsonl')}
        </button>
        <button type="button" disabled={count === 0} onClick={() => void save('csv')}>
          {t('panel_export_csv')}
        </button>
        <hr />
        {site !== '' && (
          <ConfirmButton
            className=""
            text={t('panel_delete_site')}
            question={t('panel_delete_site_question', toOriginText(site))}
            action={t('panel_delete')}
            onConfirm={() => void send('history.remove', { origin: site })}
          />
        )}
        <ConfirmButton
          className=""
          text={t('panel_delete_all')}
          question={t('panel_delete_all_question')}
          action={t('panel_delete')}
          onConfirm={() => void send('history.remove', { isEverything: true })}
        />
      </div>
      <output class="export-progress">
        {progress !== undefined &&
          t('panel_exporting', countText(progress, locale), countText(count, locale))}
      </output>
    </>
  )
}
