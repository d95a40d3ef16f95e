// A number grouped as people say it, once the phone tables are there; until then as it is stored.
import { useEffect, useState } from 'react'

const phoneRules = () => import('@jokko/core/phone')

export function useShownPhone(e164: string): string {
  const [format, setFormat] = useState<(number: string) => string>()
  useEffect(() => {
    let isMounted = true
    phoneRules().then(
      ({ formatPhone }) => isMounted && setFormat(() => formatPhone),
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [])
  return format === undefined ? e164 : format(e164)
}
