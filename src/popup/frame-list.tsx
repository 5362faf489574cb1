import { send } from '../protocol/send.ts'
import type { TabState } from '../protocol/tab-state.ts'
import { Origin } from '../ui/origin.tsx'
import { useUi } from '../ui/ui-context.tsx'

/** Frames of other origins, each shared by itself, and only while it can be seen. */
export function FrameList({ tab }: { tab: TabState }) {
  const { t } = useUi()
  if (!tab.isShared || tab.frames.length === 0) return null
  return (
    <div class="frames">
      <h3>{t('framed_sites')}</h3>
      <ul>
        {tab.frames.map(({ origin, isShared, isVisible }) => (
          <li key={origin}>
            <label class="check">
              <input
                type="checkbox"
                checked={isShared}
                disabled={!isVisible && !isShared}
                onChange={(event) =>
                  void send('frame.share', {
                    tabId: tab.tabId,
                    origin,
                    isShared: event.currentTarget.checked,
                  })
                }
              />
              <Origin origin={origin} />
            </label>
            {!isVisible && <span class="quiet">{t('frame_invisible')}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
