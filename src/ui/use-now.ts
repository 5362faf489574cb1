import { useEffect, useState } from 'preact/hooks'

/** Epoch milliseconds, anew every second on the second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wake = (): void => {
      setNow(Date.now())
      timer = setTimeout(wake, 1000 - (Date.now() % 1000))
    }
    timer = setTimeout(wake, 1000 - (Date.now() % 1000))
    return () => clearTimeout(timer)
  }, [])
  return now
}
