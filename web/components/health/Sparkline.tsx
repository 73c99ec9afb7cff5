interface Props {
  /** Says what the drawing shows. */
  label: string
  /** Values from 0, the latest last; null where there is none. */
  series: readonly { name: string; values: readonly (number | null)[]; isSecondary?: boolean }[]
  /** The number of values that the whole width has room for. */
  length: number
}

const [width, height] = [300, 56]

/** Lines of values, without axes. */
export const Sparkline = ({ label, series, length }: Props) => {
  const max = Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0)), Number.MIN_VALUE)
  const draw = (values: Props['series'][number]['values']) => {
    const xOf = (n: number) => ((length - values.length + n) * width) / Math.max(1, length - 1)
    const yOf = (value: number) => height - 3 - (value / max) * (height - 6)
    return values
      .map((value, n) => {
        if (value === null) return ''
        const isFirst = (values[n - 1] ?? null) === null
        // A value between two that are missing is a dot.
        return `${isFirst ? 'M' : 'L'}${xOf(n).toFixed(1)} ${yOf(value).toFixed(1)}h0`
      })
      .join('')
  }
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="sparkline"
      role="img"
      aria-label={label}
    >
      <path d={`M0 ${height - 1}H${width}`} className="sparkline-base" />
      {series.map(({ name, values, isSecondary }) => (
        <path key={name} d={draw(values)} className="sparkline-line" data-secondary={isSecondary || undefined} />
      ))}
    </svg>
  )
}
