import type { ToolHints } from '../../core/tool.ts'
import { useUi } from '../../ui/ui-context.tsx'

/** All that is known of what a tool may do, in our words. */
export function Hints({ hints }: { hints: ToolHints }) {
  const { t } = useUi()
  return (
    <span class="hints">
      <Effect hints={hints} />
      {hints.untrustedContent && <span class="chip">{t('panel_hint_untrusted')}</span>}
    </span>
  )
}

/** The one thing to know of a tool before it runs. */
export function Effect({ hints }: { hints: ToolHints }) {
  const { t } = useUi()
  if (hints.destructive) return <span class="chip is-strong">{t('panel_hint_destructive')}</span>
  if (hints.consequential) return <span class="chip is-strong">{t('panel_hint_consequential')}</span>
  return <span class="chip">{t(hints.readOnly ? 'panel_hint_read_only' : 'panel_hint_changes')}</span>
}
