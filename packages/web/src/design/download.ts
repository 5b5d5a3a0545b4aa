/**
 * Time within which a browser begins a download, in ms: it reads the address after the click, and a revoked address has
 * no content.
 */
const beginsWithin = 60_000;

/** Downloads a text as a file: a table of comma-separated values, unless another type is given. */
export const downloadFile = (name: string, text: string, type = 'text/csv'): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), beginsWithin);
};
