/** The result of one check. `doctor --json` prints it as it is, so its members and values are a public interface. */
export interface Finding {
  /** The name of the check. */
  what: string
  /** `note` is information for the operator; `wrong` has to be fixed. */
  state: 'good' | 'note' | 'wrong'
  says: string
}
