import { useId, useState } from 'preact/hooks'
import { Rich } from '../ui/rich.tsx'
import { useUi } from '../ui/ui-context.tsx'
import { clientConfigs, type ClientConfig } from './client-configs.ts'

/** The line to copy for each MCP client. */
export function ConnectClient() {
  const { t } = useUi()
  const name = useId()
  const [client, setClient] = useState(clientConfigs[0]?.client)
  const shown = clientConfigs.find((config) => config.client === client)
  return (
    <>
      <fieldset class="clients">
        <legend>{t('welcome_which_client')}</legend>
        {clientConfigs.map((config) => (
          <label key={config.client} class="client">
            <input
              type="radio"
              name={name}
              checked={config.client === client}
              onChange={() => setClient(config.client)}
            />
            {config.name}
          </label>
        ))}
      </fieldset>
      {shown && <ConfigText config={shown} />}
    </>
  )
}

function ConfigText({ config }: { config: ClientConfig }) {
  const { t } = useUi()
  const [copied, setCopied] = useState<string>()
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(config.text)
    setCopied(config.client)
  }
  const command = `node <path>/dist-companion/countersign.js print-config ${config.client}`
  return (
    <div class="config">
      <p>{t(config.where)}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable */}
      <pre dir="ltr" tabIndex={0} aria-label={config.name}>
        <code>{config.text}</code>
      </pre>
      <div class="row">
        <button type="button" onClick={() => void copy()}>
          {t('copy')}
        </button>
        <output class="quiet">{copied === config.client && t('copied')}</output>
      </div>
      <p class="quiet">
        <Rich
          id="welcome_path"
          parts={[
            <code key="path" dir="ltr">
              {'<path>'}
            </code>,
            <code key="command" dir="ltr">
              {command}
            </code>,
          ]}
        />
      </p>
    </div>
  )
}
