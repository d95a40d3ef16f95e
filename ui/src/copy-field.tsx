// A value that people carry elsewhere (IBAN, reference, link): label, value, a copy button that says it worked.
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import './copy-field.css'

type CopyFieldProps = {
  readonly label: string
  /** What is copied. */
  readonly value: string
  /** What is shown, when it is grouped or shortened for the eye. */
  readonly display?: string
  readonly copyLabel: string
  readonly copiedLabel: string
  readonly onCopied?: () => void
}

const shownFor = 2500

export function CopyField({ label, value, display, copyLabel, copiedLabel, onCopied }: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLOutputElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownFor)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      onCopied?.()
    } catch {
      // No clipboard here (permission, plain http): the value is selected, ready for the keyboard.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
    }
  }

  return (
    <div className="copy-field">
      <div className="copy-field__content">
        <span className="copy-field__label" id={id}>
          {label}
        </span>
        <output className="copy-field__value tabular" aria-labelledby={id} ref={shown}>
          {display ?? value}
        </output>
      </div>
      <button className="copy-field__button" type="button" onClick={copy} data-copied={isCopied || undefined}>
        {isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        <span>{isCopied ? copiedLabel : copyLabel}</span>
        <span className="visually-hidden"> {label}</span>
      </button>
      <span className="visually-hidden" aria-live="polite">
        {isCopied ? `${label} : ${copiedLabel}` : ''}
      </span>
    </div>
  )
}
