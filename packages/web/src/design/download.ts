/**
 * Time within which a browser starts a download, in ms: it reads the URL after the click, and a revoked URL has no
 * content.
 */
const beginsWithin = 60_000;

/** Downloads a text as a file; by default as comma-separated values. */
export const downloadFile = (name: string, text: string, type = 'text/csv'): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), beginsWithin);
};
