/** Whether a unit asks for its filter to be cleaned (interface 2.2, `Warnings`); not where a device does not say. */
export const isFilterDue = ({ Warnings }: { readonly Warnings?: string | undefined }): boolean =>
  Warnings?.trim() === 'filter';
