/** The path of the audit trail of one record. @param kind - such as `tracks` */
export const auditPath = (kind: string, id: number): string => `/audit?record=${kind}/${id}`
