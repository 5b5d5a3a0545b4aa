/**
 * True if the filter of a unit has to be cleaned (interface 2.2, `Warnings`); false if a device does not report it.
 */
export const isFilterDue = ({ Warnings }: { readonly Warnings?: string | undefined }): boolean =>
  Warnings?.trim() === 'filter';
