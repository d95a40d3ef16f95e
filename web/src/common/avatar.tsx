// Initials in a circle, for a person or a business.
import './avatar.css'

const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const [first = '', ...others] = words
  return ((first[0] ?? '') + (others.at(-1)?.[0] ?? '')).toUpperCase()
}

type AvatarProps = { readonly name: string; readonly size?: number; readonly isBusiness?: boolean }

export function Avatar({ name, size = 40, isBusiness = false }: AvatarProps) {
  return (
    <span
      className="avatar"
      data-business={isBusiness || undefined}
      style={{ width: size, height: size, fontSize: size * 0.36 }}
      aria-hidden="true"
    >
      {initials(name)}
    </span>
  )
}
