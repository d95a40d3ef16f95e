// The code that a banking app scans: what draws it is loaded where one is shown, and its place is kept meanwhile.
import { lazy, Suspense } from 'react'
import './payment-code.css'

const QrCode = lazy(() => import('@jokko/ui/qr-code').then(file => ({ default: file.QrCode })))

const size = 184

export function PaymentCode({ text, label }: { text: string; label: string }) {
  return (
    <div className="payment-code">
      <Suspense>
        <QrCode text={text} label={label} size={size} />
      </Suspense>
    </div>
  )
}
