interface Props {
  label: string
  isChecked: boolean
  /** Whether some of what it stands for are checked, and others are not. */
  isPartial?: boolean
  /** @param isShifted - whether the Shift key is down */
  onToggle(isShifted: boolean): void
}

/** A plain box: to render those of the package takes a third of the time of a table. */
export const Check = ({ label, isChecked, isPartial = false, onToggle }: Props) => (
  <input
    type="checkbox"
    className="check"
    aria-label={label}
    checked={isChecked}
    ref={(box) => {
      if (box) box.indeterminate = isPartial
    }}
    onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey)} // the change comes of a click
  />
)
