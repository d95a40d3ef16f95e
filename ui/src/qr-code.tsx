// A QR code as one SVG path, dark on white in both schemes, with the quiet zone that scanners need.
import { useMemo } from 'react'
import { encode } from 'uqr'
import './qr-code.css'

type QrCodeProps = {
  readonly text: string
  readonly label: string
  readonly size?: number
  /** Share of damage it survives; M is what the EPC payment code asks for. */
  readonly correction?: 'L' | 'M' | 'Q' | 'H'
}

const quietZone = 4

function modulesAsPath(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = []
  rows.forEach((row, y) => {
    let start = -1
    for (let x = 0; x <= row.length; x++) {
      const isDark = row[x] === true
      if (isDark && start < 0) start = x
      if (!isDark && start >= 0) {
        runs.push(`M${start} ${y}h${x - start}v1h-${x - start}z`)
        start = -1
      }
    }
  })
  return runs.join('')
}

export function QrCode({ text, label, size = 176, correction = 'M' }: QrCodeProps) {
  const code = useMemo(() => {
    const { data } = encode(text, { ecc: correction, border: quietZone })
    return { path: modulesAsPath(data), side: data.length }
  }, [text, correction])
  return (
    <svg
      className="qr-code"
      width={size}
      height={size}
      viewBox={`0 0 ${code.side} ${code.side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="#fff" d={`M0 0h${code.side}v${code.side}H0z`} />
      <path fill="#14172b" d={code.path} />
    </svg>
  )
}
