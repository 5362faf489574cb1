import { useEffect, useState } from 'preact/hooks'
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
        {tab.frames.map((frame) => (
          <FrameRow key={frame.origin} tabId={tab.tabId} frame={frame} />
        ))}
      </ul>
    </div>
  )
}

type FrameRowProps = { tabId: number; frame: TabState['frames'][number] }

/** Shows what the person chose until the tab's state says so too. */
function FrameRow({ tabId, frame: { origin, isShared, isVisible } }: FrameRowProps) {
  const { t } = useUi()
  const [chosen, choose] = useState<boolean>()
  useEffect(() => choose(undefined), [isShared])
  const share = (isChosen: boolean): void => {
    choose(isChosen)
    send('frame.share', { tabId, origin, isShared: isChosen }).then(
      (isNow) => isNow === isChosen || choose(undefined),
      () => choose(undefined),
    )
  }
  return (
    <li>
      <label class="check">
        <input
          type="checkbox"
          checked={chosen ?? isShared}
          disabled={!isVisible && !isShared}
          onChange={(event) => share(event.currentTarget.checked)}
        />
        <Origin origin={origin} />
      </label>
      {!isVisible && <span class="quiet">{t('frame_invisible')}</span>}
    </li>
  )
}
