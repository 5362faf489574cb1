import { useCallback, useState } from 'preact/hooks'
import type { JsonSchema } from '../../core/tool.ts'
import type { Output } from '../../protocol/contract.ts'
import { send } from '../../protocol/send.ts'
import { shares } from '../../store/shares.ts'
import type { PickedFiles } from '../../ui/file-picker.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'
import { initialValue } from '../../ui/schema-shape.ts'
import { useUi } from '../../ui/ui-context.tsx'
import { useIssues } from '../../ui/use-issues.ts'
import { CallResult } from './call-result.tsx'
import { PreviewResult } from './preview-result.tsx'
import { useRun } from './use-run.ts'

type Props = {
  tabId: number
  tool: string
  schema: JsonSchema
  isOffered: boolean
  isDestructive: boolean
  onShowCall: (callId: string) => void
  onSupply: (callId: string | undefined) => void
}

/** The arguments as a form, and what can be done with them. */
export function ToolCall({ tabId, tool, schema, isOffered, isDestructive, ...props }: Props) {
  const { t } = useUi()
  const [input, setInput] = useState(() => initialValue(schema, schema))
  const [preview, setPreview] = useState<Output<'page.preview'>>()
  const [isTried, setTried] = useState(false)
  const issues = useIssues(schema, input)
  const { files, pickFiles } = usePicked()
  const { run, start, forget } = useRun(tabId, tool, props.onSupply)
  const isRunning = run !== undefined && run.result === undefined

  const show = async (): Promise<void> => {
    setTried(true)
    forget()
    setPreview(await send('page.preview', { tabId, tool, input }).catch(() => undefined))
  }
  const call = (): void => {
    setTried(true)
    setPreview(undefined)
    void start(input, files)
  }
  const change = (next: unknown): void => {
    setInput(next)
    setPreview(undefined)
  }
  return (
    <form
      class="tool-call"
      // The page is asked what is wrong, and says it beside each field.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isOffered && !isRunning) call()
      }}
    >
      <SchemaForm
        schema={schema}
        value={input}
        onChange={change}
        issues={isTried ? issues : []}
        onPickFiles={pickFiles}
      />
      <p class="quiet">{t('panel_run_as_you')}</p>
      <div class="tool-actions">
        <button
          type="submit"
          class={isDestructive ? 'danger' : 'primary'}
          aria-disabled={!isOffered || isRunning}
        >
          {t('panel_run')}
        </button>
        <button type="button" aria-disabled={!isOffered} onClick={() => isOffered && void show()}>
          {t('panel_preview')}
        </button>
        <CopyCall tabId={tabId} tool={tool} input={input} />
      </div>
      {preview && <PreviewResult preview={preview} />}
      {run && <CallResult run={run} onShowCall={props.onShowCall} />}
    </form>
  )
}

function usePicked() {
  const [files, setFiles] = useState<PickedFiles>({})
  const pickFiles = useCallback(
    (path: string, picked: File[]) => setFiles((all) => ({ ...all, [path]: picked })),
    [],
  )
  return { files, pickFiles }
}

/** The arguments of the agents' `call_tool`, ready to be pasted. */
function CopyCall({ tabId, tool, input }: { tabId: number; tool: string; input: unknown }) {
  const { t } = useUi()
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    const share = Object.values(await shares.read()).find((one) => one.tabId === tabId && !one.suspendedAt)
    await navigator.clipboard.writeText(JSON.stringify({ page: share?.page ?? '', tool, input }, null, 2))
    setCopied(true)
  }
  return (
    <>
      <button type="button" class="link" onClick={() => void copy()} onBlur={() => setCopied(false)}>
        {t('panel_copy_call')}
      </button>
      <output class="quiet">{isCopied && t('panel_copied')}</output>
    </>
  )
}
