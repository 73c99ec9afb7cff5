import type { ComponentProps } from 'react'

interface IconProps extends Omit<ComponentProps<'svg'>, 'stroke'> {
  /** Width and height. */
  size?: number | string
  /** The width of the lines, in units of the icon, which is 24 wide. */
  stroke?: number
}

export type Icon = (props: IconProps) => React.ReactNode

/** Returns the component of an icon that is drawn with lines. They have the colour of the text. */
export const createIcon =
  (path: string): Icon =>
  ({ size = 24, stroke = 2, ...props }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the button or the text beside it has the name.
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d={path} />
    </svg>
  )

/** The same for an icon that is one area. */
export const createFilledIcon =
  (path: string): Icon =>
  ({ size = 24, stroke: _, ...props }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the same.
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" {...props}>
      <path d={path} />
    </svg>
  )
