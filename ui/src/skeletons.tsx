// Placeholders in the shape of what is coming, with one word for those who cannot see them.
import './skeletons.css'

type SkeletonProps = { readonly label: string }

function Bone({ width, height = 14, round = false }: { width: string; height?: number; round?: boolean }) {
  return <span className="bone" data-round={round || undefined} style={{ width, height }} />
}

/** Names for a number of equal parts that never move. */
const partsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, part) => `part-${part}`)

function Waiting({ label, children }: SkeletonProps & { children: React.ReactNode }) {
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

/** Rows of a list or a table. */
export function RowsSkeleton({ label, rows = 5 }: SkeletonProps & { readonly rows?: number }) {
  return (
    <Waiting label={label}>
      {partsOf(rows).map((part, row) => (
        <div className="waiting__row" key={part}>
          <Bone width="32px" height={32} round />
          <div className="waiting__lines">
            <Bone width={`${38 + ((row * 17) % 30)}%`} />
            <Bone width={`${22 + ((row * 11) % 20)}%`} height={10} />
          </div>
          <Bone width="88px" />
        </div>
      ))}
    </Waiting>
  )
}

/** A card with a title and a large figure. */
export function FigureSkeleton({ label }: SkeletonProps) {
  return (
    <Waiting label={label}>
      <div className="waiting__lines">
        <Bone width="128px" />
        <Bone width="232px" height={40} />
        <Bone width="184px" />
      </div>
    </Waiting>
  )
}

/** A route with its stops. */
export function RouteSkeleton({ label, stops = 4 }: SkeletonProps & { readonly stops?: number }) {
  return (
    <Waiting label={label}>
      <div className="waiting__stops">
        {partsOf(stops).map(part => (
          <div className="waiting__lines" key={part}>
            <Bone width="28px" height={28} round />
            <Bone width="72%" />
            <Bone width="52%" height={10} />
          </div>
        ))}
      </div>
    </Waiting>
  )
}

/** A form: labels and fields. */
export function FormSkeleton({ label, fields = 3 }: SkeletonProps & { readonly fields?: number }) {
  return (
    <Waiting label={label}>
      <div className="waiting__form">
        {partsOf(fields).map(part => (
          <div className="waiting__lines" key={part}>
            <Bone width="96px" />
            <Bone width="100%" height={42} />
          </div>
        ))}
      </div>
    </Waiting>
  )
}
